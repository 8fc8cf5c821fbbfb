"""A proxy carries every request, whatever the environment says of proxies."""
import http.client
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openai


class Proxy(BaseHTTPRequestHandler):
    """Hands each request on to the service and says how it came."""

    def do_POST(self):
        print("through the proxy:", self.path.startswith("http://"), self.path.rpartition("/")[2])
        body = self.rfile.read(int(self.headers["Content-Length"]))
        to = http.client.HTTPConnection(os.environ["SERVICE"].removeprefix("http://"))
        headers = {key: value for key, value in self.headers.items() if key.lower() != "connection"}
        to.request("POST", "/" + self.path.split("/", 3)[3], body, headers)
        answer = to.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.getheader("Content-Type"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
threading.Thread(target=server.serve_forever, daemon=True).start()
openai.proxy = f"http://127.0.0.1:{server.server_port}"
openai.verify_ssl_certs = False
openai.api_key = "sk-own"

answer = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": "Who?"}])
print(answer["choices"][0]["message"]["content"])
answer = openai.Completion.create(model="davinci", prompt="Once")
print(answer["choices"][0]["text"])
