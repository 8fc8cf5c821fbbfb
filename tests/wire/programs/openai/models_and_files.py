"""Models, files and tuning jobs are listed, made, read and deleted."""

import openai

print([model["id"] for model in openai.Model.list()["data"]])
print(openai.Model.retrieve("ada")["owned_by"])
with open("training.jsonl", "wb") as made:
    made.write(b"{}\n")
uploaded = openai.File.create(file=open("training.jsonl", "rb"), purpose="fine-tune")
print(uploaded["id"], uploaded.status, [one.id for one in openai.File.list().data])
print(openai.File.retrieve("file-1")["filename"], openai.File.delete("file-1")["deleted"])
job = openai.FineTuningJob.create(training_file=uploaded["id"], model="gpt-3.5-turbo", suffix="s")
print(job["id"], job.status, job["fine_tuned_model"])
print(openai.FineTuningJob.retrieve(job.id)["status"], openai.FineTuningJob.cancel(job["id"])["model"])
print([event["message"] for event in openai.FineTuningJob.list_events(id=job["id"], limit=5)["data"]])
print([one["id"] for one in openai.FineTuningJob.list(limit=2)["data"]])
print(openai.File.download("file-1").decode().splitlines())
