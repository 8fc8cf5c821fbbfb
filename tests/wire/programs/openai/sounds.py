"""Recordings are written down and translated."""

import openai

with open("speech.mp3", "wb") as made:
    made.write(b"sound")
with open("speech.mp3", "rb") as recording:
    print(openai.Audio.transcribe("whisper-1", recording)["text"])
with open("speech.mp3", "rb") as recording:
    print(openai.Audio.transcribe(model="whisper-1", file=recording, response_format="text", language="en"))
with open("speech.mp3", "rb") as recording:
    details = openai.Audio.translate("whisper-1", recording, response_format="verbose_json")
    print(details["language"], [(part["start"], part["text"]) for part in details["segments"]])
