"""A web service answers with what the model says."""

import os

import google.generativeai as genai
from dotenv import load_dotenv
from flask import Flask, jsonify, request

load_dotenv()
app = Flask(__name__)
genai.configure(api_key=os.getenv("GEMINI_API_KEY"))
model = genai.GenerativeModel("gemini-1.5-flash")


@app.route("/chat", methods=["POST"])
def chat():
    data = request.get_json()
    message = data.get("message", "")
    if not message:
        return jsonify({"error": "No message"})
    try:
        response = model.generate_content(message)
        return jsonify({"reply": response.text})
    except Exception as e:
        return jsonify({"error": "failed"})


@app.route("/stream", methods=["POST"])
def stream():
    prompt = request.json["prompt"]

    def generate():
        for chunk in model.generate_content(prompt, stream=True):
            yield chunk.text

    return "".join(generate())


if __name__ == "__main__":
    app.ask("/chat", message="Hello")
    app.ask("/chat")
    app.ask("/chat", message="blocked")
    app.ask("/stream", prompt="Story")
