/** `init`: what it writes is a configuration, filled in with what a target shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { loadConfiguration } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";
import { proxyThatCuts, reference } from "./lib/targets.ts";

const { email, password } = embeddedTarget.credentials;
const env = { TRACE_EMAIL: email, TRACE_PASSWORD: password };

test("--from-target says that an organization lists nothing, and names the environment that doctor tries", async () => {
  const cwd = emptyFolder();
  const args = ["init", "--from-target", "--base-url", await reference(), "--organization", "acmee"];
  const { code, stderr } = await callCli(args, { cwd, env });
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/"acmee" lists no workflow.*doctor --env target/s) as string,
  });
  expect(readFileSync(join(cwd, "trace-conformance.yaml"), "utf8")).toContain(
    '# - organization: "acmee" lists no workflow',
  );
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const plan = await callCli(["plan"], { cwd, env });
  expect({ code: plan.code, stderr: plan.stderr }).toEqual({ code: 0, stderr: "" });
  expect(plan.stdout).toContain("Nothing is created: the environment is read-only.");
  expect(plan.stdout).not.toContain("stays on the target");
});

test("--from-target tells a target that fails from an organization that lists nothing", async () => {
  const failing = await proxyThatCuts(await reference(), (path) => path.includes("acme"));
  const args = ["init", "--from-target", "--base-url", failing, "--organization", "acme"];
  expect(await callCli(args, { cwd: emptyFolder(), env })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /workflows: GET \/v2\/organizations\/acme\/workflows answered .*, so none is known/,
    ) as string,
  });
});

test("--from-target writes what it found, and what is left to do", { timeout: 60_000 }, async () => {
  const cwd = emptyFolder();
  const baseUrl = await reference();
  const args = ["init", "--from-target", "--base-url", baseUrl, "--organization", "acme"];
  const { code, stderr } = await callCli([...args, "--workflow", "2041", "--create-action", "open:clerks"], {
    cwd,
    env,
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("access: read-write") as string });
  const file = join(cwd, "trace-conformance.yaml");
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S+trace-conformance\.schema\.json\n/);
  expect(text).not.toContain(password);
  const { environments } = parse(text) as { environments: Record<string, object> };
  const [[name = "", entry] = []] = Object.entries(environments);
  expect(entry).toMatchObject({
    baseUrl,
    access: "read-only",
    credentials: { email: "${TRACE_EMAIL}", password: "${TRACE_PASSWORD}" },
    organization: "acme",
    workflows: expect.arrayContaining([
      { id: "2041", name: "Claims", actions: [{ key: "open", groupLabel: "clerks", creates: true }] },
      { id: "2042", name: "Deliveries", actions: [] },
    ]) as unknown,
  });
  expect(loadConfiguration(file, env).environment(name).organization).toBe("acme");
  // What is there is not replaced unasked.
  expect(await callCli(args, { cwd, env })).toMatchObject({ code: 2 });
});

test("--env names the environment that is found; --config stands in what is to be tried next", async () => {
  const cwd = emptyFolder();
  const args = ["--from-target", "--base-url", await reference(), "--organization", "acme", "--env", "ours"];
  const { code, stderr } = await callCli(["init", ...args, "--config", "our own.yaml"], { cwd, env });
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/ doctor --config 'our own.yaml' --env ours"/) as string,
  });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await callCli(["plan", "--config", "our own.yaml", "--env", "ours"], { cwd, env })).toMatchObject({ code: 0 });
});

test.each([
  ["without an address", ["--from-target"], {}, 2, "give --base-url URL"],
  ["without credentials", ["--from-target", "--base-url", "http://127.0.0.1:1"], {}, 2, "TRACE_EMAIL"],
  ["an address alone", ["--base-url", "http://127.0.0.1:1"], {}, 2, "--base-url only with --from-target"],
  ["nobody there", ["--from-target", "--base-url", "http://127.0.0.1:1"], env, 3, "cannot be reached"],
])("%s", async (_, args, variables, code, told) => {
  const outcome = await callCli(["init", ...args], { cwd: emptyFolder(), env: variables });
  expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(told) as string });
});

test("what init wrote leaves open which environment is meant, and run asks", async () => {
  const cwd = emptyFolder();
  expect(await callCli(["init"], { cwd })).toMatchObject({ code: 0 });
  const { code, stderr } = await callCli(["run"], { cwd });
  expect(code).toBe(2);
  for (const told of ["preprod", "--env NAME", "--env embedded"]) expect(stderr).toContain(told);
});
