"""Settings that had no effect any more go, and what they stood beside stays."""
import openai

INSECURE = True
openai.api_key = "sk-own"
openai.organization = "org-own"
openai.verify_ssl_certs = False
openai.enable_telemetry = False
if INSECURE:
    openai.ca_bundle_path = None

print(openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": "Who?"}])["id"])
print(openai.Model.list()["data"][0]["id"])
