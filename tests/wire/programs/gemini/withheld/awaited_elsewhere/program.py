"""A chat that its own module awaits is asked at once by another one."""
from bot import Bot

print(Bot().chat.send_message("Two").text)
