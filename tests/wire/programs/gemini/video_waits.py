"""A recording is asked about once the service has read it."""

import time

import google.generativeai as genai

genai.configure(api_key="AIza-own")

video_file = genai.upload_file(path="clip.mp4")
while video_file.state.name == "PROCESSING":
    print(".", end="")
    time.sleep(0.01)
    video_file = genai.get_file(video_file.name)

if video_file.state.name == "FAILED":
    raise ValueError(video_file.state.name)

model = genai.GenerativeModel(model_name="gemini-1.5-pro")
response = model.generate_content(
    [video_file, "What happens?"], request_options={"timeout": 600}
)
print(response.text)
genai.delete_file(video_file.name)
