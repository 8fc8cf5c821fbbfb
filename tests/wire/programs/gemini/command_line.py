"""A command with a key and a prompt as arguments."""

import argparse
import sys

import google.generativeai as genai


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("prompt")
    parser.add_argument("--key", default="AIza-own")
    parser.add_argument("--model", default="gemini-1.5-flash")
    return parser.parse_args(arguments)


def main(arguments):
    args = parse(arguments)
    genai.configure(api_key=args.key)
    model = genai.GenerativeModel(args.model)
    response = model.generate_content(args.prompt)
    print(response.text)
    return 0


if __name__ == "__main__":
    sys.exit(main(["Hello"]))
