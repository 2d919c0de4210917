/** Fuzzes the reference service: `node run.ts <schemathesis> <seconds>`. Ends with 1 if the fuzzer found anything. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { narrowedDescription } from "./narrow.ts";
import type { Existing } from "./narrow.ts";

const [fuzzer = "schemathesis", seconds = "60"] = process.argv.slice(2);
const description = new URL("../../spec/openapi.yaml", import.meta.url);

// Left out: that what fits the description is accepted. Its schemas are as wide as the interface leaves them, and the
// service refuses what it cannot keep.
const CHECKS = "all";
const LEFT_OUT = "positive_data_acceptance";

const reference = await startReferenceProcess();
const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
try {
  const { baseUrl } = reference;
  const { email, password } = embeddedTarget.credentials;
  const token = ((await json(post("/login/credential", JSON.stringify({ email, password })))) as { token: string })
    .token;
  const narrowed = join(folder, "narrowed.json");
  writeFileSync(narrowed, JSON.stringify(narrowedDescription(description, await prepare(token))));
  const codes = [];
  for (const file of [fileURLToPath(description), narrowed]) codes.push(await fuzz(file, baseUrl, token));
  const healthy = (await fetch(`${baseUrl}/healthz`)).ok;
  process.stdout.write(healthy ? "the service is well\n" : "the service is not well any more\n");
  process.exitCode = codes.every((code) => code === 0) && healthy ? 0 : 1;
} finally {
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
}

function fuzz(file: string, baseUrl: string, token: string): Promise<number | null> {
  const options = ["--url", baseUrl, "--header", `Authorization: Bearer ${token}`, "--max-time", seconds];
  const checks = ["--checks", CHECKS, "--exclude-checks", LEFT_OUT, "--continue-on-failure", "--request-timeout", "10"];
  const child = spawn(fuzzer, ["run", file, ...options, ...checks, "--warnings", "off"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

/** A trace with a file, so that there is something to read. */
async function prepare(token: string): Promise<Existing> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append("body", JSON.stringify({ data: { a: 1 }, actionKey: "open", workflowId: "2041", groupLabel: "clerks" }));
  form.append("f", new Blob(["content"]), "f.txt");
  const traceId = (await json(post("/trace", form, headers))) as string;
  const details = (await json(post(`/trace/${traceId}/details`, '{"input":{}}', headers))) as {
    links: { files: { digest: string }[] }[];
  };
  return { traceId, digest: details.links[0]?.files[0]?.digest ?? "" };
}

function post(path: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Response> {
  const type: Record<string, string> = typeof body === "string" ? { "content-type": "application/json" } : {};
  return fetch(reference.baseUrl + path, { method: "POST", body, headers: { ...type, ...headers } });
}

async function json(answer: Promise<Response>): Promise<unknown> {
  return await (await answer).json();
}
