import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { parse } from "yaml";
import { operations } from "../../spec/operations.ts";
import { isJsonObject } from "../core/json.ts";

const SOURCE = new URL("../../spec/openapi.yaml", import.meta.url);

/** `GET /`: the operations on one page; `GET /openapi.yaml`: the description that the page is made from. */
export function addDocumentation(server: FastifyInstance): void {
  server.get("/", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(await source())),
  );
  server.get("/openapi.yaml", async (_request, reply) => {
    const text = await source();
    if (text === undefined) return reply.code(404).send({ code: "unknown-path", message: "no description at hand" });
    return reply.type("application/yaml; charset=utf-8").send(text);
  });
}

async function source(): Promise<string | undefined> {
  return await readFile(SOURCE, "utf8").catch(() => undefined);
}

function page(yaml: string | undefined): string {
  const rows = operations.map(({ method, path, face, kind }) => {
    const text = yaml === undefined ? kind : summaryOf(yaml, path, method.toLowerCase());
    return `<tr><td>${method}</td><td><code>${escape(path)}</code></td><td>${face}</td><td>${escape(text)}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trace and Workflow Service</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{padding:.3rem .8rem;text-align:left}</style>
<h1>Trace and Workflow Service</h1>
<p>The reference service of trace-conformance. <a href="/openapi.yaml">OpenAPI description</a> ·
<a href="/healthz">health</a> · <a href="/metrics">metrics</a></p>
<table><thead><tr><th>Method</th><th>Path</th><th>Set</th><th>Purpose</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></html>`;
}

function summaryOf(yaml: string, path: string, method: string): string {
  const document: unknown = parse(yaml);
  const paths = isJsonObject(document) ? document["paths"] : undefined;
  const item = isJsonObject(paths) ? paths[path] : undefined;
  const operation = isJsonObject(item) ? item[method] : undefined;
  const summary = isJsonObject(operation) ? operation["summary"] : undefined;
  return typeof summary === "string" ? summary : "";
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
