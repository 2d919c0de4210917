/** What points at the configuration or the address ends 3 with that reason, and `doctor` finds it. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, runCli } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer) => boolean;

/** A server that answers what `handle` takes, and hands everything else on to `onward`. */
async function server(handle: Handler, onward?: string): Promise<string> {
  const listening = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const body = Buffer.concat(parts);
      if (handle(incoming, outgoing, body) || onward === undefined) return;
      const { method, headers, url = "/" } = incoming;
      const sent = request(new URL(url, onward), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      sent.end(body);
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

const answer =
  (status: number, type: string, text: string, headers: object = {}): Handler =>
  (_, outgoing) => {
    outgoing.writeHead(status, { "content-type": type, ...headers }).end(text);
    return true;
  };

test("an action that a process keeps back on a new trace is nothing to correct", { timeout: 60_000 }, async () => {
  const honest = await reference();
  let message = "action not allowed now";
  const keepingBack = (keys: readonly string[]): Promise<string> =>
    server((incoming, outgoing, body) => {
      const isKept = /\/(action|link)$/.test(incoming.url ?? "") && keys.some((key) => body.includes(key));
      if (isKept)
        outgoing
          .writeHead(409, { "content-type": "application/json" })
          .end(JSON.stringify({ error: { code: "006", message }, data: null }));
      return isKept;
    }, honest);
  const cwd = emptyFolder();
  const actions = ["open", "comment", "settle"].map((key) => ({ key, groupLabel: "clerks", creates: key === "open" }));
  const doctor = async (keys: readonly string[]) => {
    writeConfiguration(cwd, await keepingBack(keys), { workflows: [{ id: "2041", actions }] });
    return callCli(["doctor"], { cwd });
  };
  const one = await doctor(["settle"]);
  expect(one.code).toBe(0);
  expect(one.stdout).toMatch(/– appending settle in 2041: .*409/);
  expect(one.stdout).toContain("the process of the workflow may keep it back here, which a run finds out");
  expect(one.stdout).toContain("✓ appending comment in 2041");
  expect(one.stdout).toContain("✓ 2 traces were created for this, and stay there");
  // What only a run sees of a target is not missing before one.
  expect(one.stdout).not.toContain("was not seen");
  // In whatever words, unless a name of nobody is refused in the same.
  message = "settle: no such action on a claim that is open";
  expect((await doctor(["settle"])).stdout).toMatch(/– appending settle in 2041: may come later/);
  // Where none is taken, that is no word about the configuration either, and it is said.
  const all = await doctor(["settle", "comment"]);
  expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/– appending settle in 2041/) as string });
  expect(all.stdout).toContain("– no action could be appended in 2041");
});

test("the example of docs/workflows.md is right; a mistyped action of it is told", { timeout: 60_000 }, async () => {
  const guide = readFileSync(new URL("../../docs/workflows.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n(environments:.*?)```/s.exec(guide) ?? [];
  const text = example.replace("http://127.0.0.1:3000", await reference());
  const doctor = async (changed: string) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "trace-conformance.yaml"), changed);
    return callCli(["doctor"], { cwd });
  };
  const right = await doctor(text);
  expect(right).toMatchObject({ code: 0, stdout: expect.not.stringContaining("✗") as string });
  // Each is tried where the process allows it.
  expect(right.stdout).toMatch(/✓ appending pay in 2043: /);
  expect(right.stdout).toContain("✓ 2 traces were created for this, and stay there");
  for (const wrong of ["key: invoyce, groupLabel: accounting", "key: invoice, groupLabel: acounting"]) {
    const { code, stdout } = await doctor(text.replace("key: invoice, groupLabel: accounting", wrong));
    expect([code, stdout]).toEqual([3, expect.stringMatching(/✗ appending invo.ce in 2043: correct /)]);
    expect(stdout).toContain("– appending pay in 2043: may come later");
  }
});

test(
  "an example is sent as it was given, and data that are refused are told as data",
  { timeout: 60_000 },
  async () => {
    const sent: string[] = [];
    const refusal = JSON.stringify({ error: { code: "007", message: "name is missing" }, data: null });
    const target = await server(
      (incoming, outgoing, body) => {
        const isCreation = incoming.url === "/v2/traces" || incoming.url === "/trace";
        const isNamed = body.includes('"name"');
        if (incoming.url?.endsWith("/action") === true)
          sent.push(/name="traceInput"\s+([^\r\n]+)/.exec(body.toString("latin1"))?.[1] ?? "");
        if (isCreation && !isNamed) outgoing.writeHead(422, { "content-type": "application/json" }).end(refusal);
        return isCreation && !isNamed;
      },
      await reference(),
    );
    const cwd = emptyFolder();
    const examples = [
      { seal: "S1182", by: "ada" },
      { seal: "T90", on: "2026-03-01" },
    ];
    const actions = [
      { key: "open", groupLabel: "clerks", creates: true, examples: [{ name: "Mira" }] },
      { key: "comment", groupLabel: "clerks", examples },
    ];
    writeConfiguration(cwd, target, { workflows: [{ id: "2041", actions }] });
    expect(await callCli(["doctor"], { cwd })).toMatchObject({ code: 0 });
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual(examples.slice(0, 1));
    const free = actions.map(({ examples: _, ...action }) => action);
    writeConfiguration(cwd, target, { workflows: [{ id: "2041", actions: free }] });
    const { code, stdout } = await callCli(["doctor"], { cwd });
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining("it speaks of the data: give data that it takes as") as string,
    ]);
    expect(stdout).toContain("environments.vendor.workflows[].actions[].examples");
    expect(stdout).not.toContain("correct the workflow");
  },
);

test("what several groups do is tried for each of them", { timeout: 60_000 }, async () => {
  const cwd = emptyFolder();
  const groups: string[] = [];
  const target = await server(
    (incoming, _, body) => {
      const [, group] = /name="groupLabel"\s+([^\r\n]+)/.exec(body.toString("latin1")) ?? [];
      if (incoming.url?.endsWith("/v2/traces") === true && group !== undefined) groups.push(group);
      return false;
    },
    await reference(),
  );
  const actions = ["clerks", "managers"].map((groupLabel) => ({ key: "open", groupLabel, creates: true }));
  writeConfiguration(cwd, target, { workflows: [{ id: "2041", actions }] });
  const { stdout } = await callCli(["doctor"], { cwd });
  expect([...new Set(groups)]).toEqual(["clerks", "managers"]);
  expect(stdout).toContain("creating a trace by open (managers) in 2041");
});

test("a mistyped action is no fault of the service", { timeout: 60_000 }, async () => {
  const honest = await reference();
  const text = JSON.stringify({ error: { code: "006", message: "unknown action comment" }, data: null });
  const target = await server((incoming, outgoing, body) => {
    const key = /comment|nobody-configured-this/.exec(body.toString("latin1"))?.[0] ?? "";
    const isAppend = /\/(action|link)$/.test(incoming.url ?? "") && key !== "";
    if (isAppend) outgoing.writeHead(400, { "content-type": "application/json" }).end(text.replace("comment", key));
    return isAppend;
  }, honest);
  const cwd = emptyFolder();
  writeConfiguration(cwd, target);
  const run = await callCli(["run", "--depth", "quick", "--quiet"], { cwd });
  expect(run.code).toBe(3);
  const screen = run.stdout.replaceAll(/\s+/g, " ");
  expect(screen).toContain('the action "comment" of the configuration');
  expect(screen).toContain("unknown action comment");
  expect(screen).toContain("environments.vendor.workflows[].actions");
  // What the probes sent is counted.
  expect(run.stdout).toMatch(/^[1-9]\d* exchanges · 0 cases/m);
  const doctor = await callCli(["doctor"], { cwd });
  expect(doctor).toMatchObject({ code: 3, stdout: expect.stringContaining("unknown action comment") as string });
  expect(doctor.stdout).toMatch(/– \d+ of \d+ requirements could be judged once that is corrected/);
  expect(doctor.stdout).not.toContain("can be judged as configured");
});

test("a mistyped password beside a right private key is no fault of the service, and is sent twice", async () => {
  let sent = 0;
  const target = await server(
    (incoming) => {
      if (incoming.url?.endsWith("/login/credential") === true) sent += 1;
      return false;
    },
    await reference(),
  );
  const cwd = emptyFolder();
  const { email, privateKey } = embeddedTarget.credentials;
  writeConfiguration(cwd, target, {
    credentials: { email, privateKey, password: "mistyped-horse" },
    secondUser: undefined,
  });
  const { code, stdout } = await callCli(["run", "--depth", "quick", "--quiet"], { cwd });
  expect([code, sent]).toEqual([3, 2]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("correct environments.vendor.credentials.password");
  expect(stdout).toContain(" doctor ");
});

test("doctor tells what is missing once, and all of it", async () => {
  const cwd = emptyFolder();
  const honest = await reference();
  const { code, stdout } = await callCli(["doctor", "--base-url", honest], { cwd, env: {} });
  expect(code).toBe(0);
  const [tried = ""] = stdout.split(/^✓ at most \d+ of \d+ requirements/m);
  expect(tried.match(/TRACE_PRIVATE_KEY/g)).toHaveLength(1);
  expect(tried).toContain('– a login: environment "');
  expect(tried).toMatch(/→ set --access read-write.*; give --create-action KEY:GROUP/);
});

const page = "<html><title>Welcome</title></html>";
test.each([
  ["a web page", answer(200, "text/html", page), "speaks the interface", "--base-url"],
  ["a long web page", answer(200, "text/html", page.repeat(50)), "speaks the interface", "/trace/…"],
  [
    "nothing but 404",
    answer(404, "application/json", "{}"),
    /\/state answered 404 \(application\/json\) "\{\}"\. /,
    "/v2/",
  ],
  ["a redirect", answer(302, "text/plain", "", { location: "https://x.example/v2" }), "x.example", "--base-url"],
  ["too many logins", answer(429, "application/json", "{}"), "429", "too many logins"],
  ["a wrong password", answer(401, "application/json", "{}"), "401", "TRACE_PASSWORD"],
] as const)("%s at the address is told, with a remedy that flags can give", async (_, handle, cause, remedy) => {
  const target = await server(handle);
  const env = { TRACE_EMAIL: "ada@acme.example", TRACE_PASSWORD: "wrong" };
  const cwd = emptyFolder();
  for (const command of [["run", "--quiet"], ["doctor"]]) {
    const { code, stdout, stderr } = await callCli([...command, "--base-url", target], { cwd, env });
    expect(code).toBe(3);
    const said = (stdout + stderr).replaceAll(/\s+/g, " ");
    expect(said).toMatch(cause);
    expect(said).toContain(remedy);
    expect(said).not.toContain("environments.");
  }
});

test("what keeps a connection from being had is told with the flags that mend it", async () => {
  const target = await server(answer(200, "application/json", "{}"));
  const env = { TRACE_TOKEN: "a.b.c" };
  const cwd = emptyFolder();
  const doctor = (...args: string[]) => callCli(["doctor", ...args], { cwd, env });
  const plain = (await doctor("--base-url", target.replace("http:", "https:"))).stdout;
  expect(plain).toContain("should begin with http:");
  expect(plain).not.toMatch(/openssl|error:|\\n/i);
  const proxied = await doctor("--base-url", "http://traces.example", "--proxy", "http://ada:state@127.0.0.1:1");
  expect(proxied.stdout).toContain("--proxy, then that in --base-url");
  expect(proxied.stdout).toContain("a secret that can be kept: --proxy holds a password that is a word");
  const nobody = await callCli(["doctor", "--base-url", "http://127.0.0.1:1"], { cwd, env: {} });
  expect(nobody).toMatchObject({ code: 3, stdout: expect.stringContaining("✗ the target does not answer") as string });
  const missing = await doctor("--base-url", target, "--ca-file", "none.pem");
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("--ca-file") as string });
});

test("doctor says of an answer that is not as documented what it is", { timeout: 60_000 }, async () => {
  const empty = answer(200, "application/json", "{}");
  const cwd = emptyFolder();
  writeConfiguration(
    cwd,
    await server((...all) => !(all[0].url ?? "").includes("/login/") && empty(...all), await reference()),
  );
  const { code, stdout } = await callCli(["doctor"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ login by email and password \(v2\): POST \S+ answered 200\n/);
  expect(stdout).toMatch(
    /✓ workflows of acme: .* answered 200, but not as documented: .*got an object without members/,
  );
});

test("doctor fails where a portal answers a page to everything but logins", { timeout: 60_000 }, async () => {
  const portal = answer(200, "text/html", "<!doctype html><title>Welcome</title>");
  const cwd = emptyFolder();
  writeConfiguration(
    cwd,
    await server((...all) => !(all[0].url ?? "").includes("/login/") && portal(...all), await reference()),
  );
  const { code, stdout } = await callCli(["doctor"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toMatch(/✗ workflows of acme: .* answered 200 with an HTML page\n.*→ a web page answers/);
  expect(stdout).toMatch(/✗ creating a trace by \S+ in \S+: .* answered 200 with an HTML page\n/);
  expect(stdout).not.toContain("undefined");
  expect(stdout).toContain("could be judged once that is corrected");
});

test.each([
  ["doctor", "✓ login by email and password (legacy)"],
  ["run", "The run was interrupted before its end."],
])(
  "%s that is interrupted blames neither the target nor the configuration",
  { timeout: 60_000 },
  async (command, last) => {
    let interrupt = (): void => undefined;
    const silent = await server(
      (incoming) => {
        const isList = (incoming.url ?? "").includes("/organizations/");
        if (isList) interrupt();
        return isList;
      },
      await reference(),
    );
    const cwd = emptyFolder();
    writeConfiguration(cwd, silent);
    const { code, stdout } = await runCli([command], {
      cwd,
      onStart: (child) => (interrupt = () => void child.kill("SIGINT")),
    });
    expect({ code, stdout }).toMatchObject({ code: 130, stdout: expect.stringContaining(last) as string });
    expect(stdout).not.toMatch(/✗|once that is corrected|cannot be reached|Find out what is missing/);
  },
);
