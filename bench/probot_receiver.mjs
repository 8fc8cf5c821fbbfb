// The receiver of a probot that listens for the delivery and does nothing with it; run where probot is installed.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const found = createRequire(`${process.cwd()}/`).resolve("probot");
const { Probot, createNodeMiddleware } = await import(pathToFileURL(found));
const { GITHUB_PRIVATE_KEY: privateKey, GITHUB_WEBHOOK_SECRET: secret, PORT } = process.env;
const probot = new Probot({ appId: 1, privateKey, secret, logLevel: "warn" });
const nothing = (app) => app.on("pull_request.labeled", async () => {});
const middleware = await createNodeMiddleware(nothing, { probot, webhooksPath: "/webhooks/github" });
createServer(middleware).listen(Number(PORT), "127.0.0.1");
