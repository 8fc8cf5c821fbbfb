"""An error for a text that is missing is taken where another module is asked."""
from service import Service

service = Service()
for text in ("One", "blocked", "unsafe", "Two"):
    try:
        print(service.ask(text))
        print(service.say(text))
    except Exception:
        print("nothing")
print(service.turns())
