/** `explain`: everything about one requirement, for who has just seen it red. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("what breaks a requirement is one list of faults, each with its id", async () => {
  const { code, stdout } = await callCli(["explain", "STATE-03"], { cwd: emptyFolder() });
  expect(code).toBe(0);
  expect(stdout.match(/What breaks it/g)).toHaveLength(1);
  expect(stdout).toMatch(/\n {2}state\/last-member-is-dropped: A state of three members or more/);
});

test("the command that judges it alone names the target, and leaves the last report as it is", async () => {
  const alone = async (cwd: string, ...args: readonly string[]) =>
    /Judge it alone: .*?trace-conformance(?:\.js)? run (.*)/.exec(
      (await callCli(["explain", "DATA-05", ...args], { cwd })).stdout,
    )?.[1];
  const cwd = emptyFolder();
  expect(await alone(cwd)).toBe("--only DATA-05 --output conformance-report/DATA-05");
  const entries = ["one", "two"].map((name) => `  ${name}: { baseUrl: "http://127.0.0.1:1" }\n`).join("");
  writeFileSync(join(cwd, "other.yaml"), `environments:\n${entries}`);
  const ends = "--only DATA-05 --output conformance-report/DATA-05";
  expect(await alone(cwd, "--config", "other.yaml", "--env", "two")).toBe(`--config other.yaml --env two ${ends}`);
  expect(await alone(cwd, "--config", "other.yaml", "--env", "two", "--access", "read-only")).toBe(
    `--config other.yaml --env two --access read-only ${ends}`,
  );
  const flags = ["--base-url", "http://127.0.0.1:1", "--organization", "an office", "--create-action", "open:clerks"];
  expect(await alone(cwd, ...flags, "--token", "secret")).toBe(
    `--base-url http://127.0.0.1:1 --organization 'an office' --create-action open:clerks ${ends}`,
  );
  // Where a run would not know which one is meant, the line runs as it stands all the same.
  expect(await alone(cwd, "--config", "other.yaml")).toBe(`--config other.yaml --env one ${ends}`);
});

test("where the command is for the reference service, that is said", async () => {
  const cwd = emptyFolder();
  const said = async (...args: readonly string[]) =>
    (await callCli(["explain", ...args], { cwd })).stdout.includes("That is the reference service");
  expect(await said("DATA-05")).toBe(true);
  expect(await said("digest-list-query")).toBe(true);
  expect(await said("DATA-05", "--env", "embedded")).toBe(true);
  expect(await said("DATA-05", "--base-url", "http://127.0.0.1:1")).toBe(false);
  writeFileSync(join(cwd, "trace-conformance.yaml"), 'environments: { one: { baseUrl: "http://127.0.0.1:1" } }\n');
  expect(await said("DATA-05")).toBe(false);
});

test("the commands beside a requirement and an open point are for the target as well", async () => {
  const cwd = emptyFolder();
  const { stdout } = await callCli(["explain", "FILES-03", "--base-url", "http://127.0.0.1:1"], { cwd });
  expect(stdout).toMatch(/explain zip-entry-names --base-url http:\/\/127\.0\.0\.1:1\)/);
  const point = await callCli(["explain", "digest-list-query", "--base-url", "http://127.0.0.1:1"], { cwd });
  expect(point.stdout).toMatch(/See what the target chose: .* observe --base-url http:\/\/127\.0\.0\.1:1\n/);
});

test("an environment that nothing describes is refused, and what its settings lack is not asked for", async () => {
  const cwd = emptyFolder();
  const explain = (...args: readonly string[]) => callCli(["explain", "STATE-03", ...args], { cwd });
  const nowhere = await explain("--env", "nope");
  expect(nowhere).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("there is no") as string });
  const entry = 'one: { baseUrl: "http://127.0.0.1:1", credentials: { token: "${NOT_SET}" } }';
  writeFileSync(join(cwd, "trace-conformance.yaml"), `environments: { ${entry} }\n`);
  expect(await explain("--env", "one")).toMatchObject({ code: 0, stderr: "" });
  expect(await explain("--env", "embedded")).toMatchObject({ code: 0, stderr: "" });
  const lacking = await explain("--env", "nope");
  expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining('embedded, one, got "nope"') as string });
  const byVariable = await callCli(["explain", "STATE-03"], { cwd, env: { TRACE_CONFORMANCE_ENV: "nope" } });
  expect(byVariable).toMatchObject({ code: 2, stderr: lacking.stderr });
});

test("with --json a target would change nothing, and is refused", async () => {
  const refused = await callCli(["explain", "DATA-05", "--json", "--access", "read-only"], { cwd: emptyFolder() });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--access only for the commands") });
});

test("a requirement of one's own is stated by its own source", async () => {
  const extension = join(import.meta.dirname, "..", "..", "examples", "own-checks", "acme.ts");
  const { stdout } = await callCli(["explain", "X-ACME-02", "--extend", extension], { cwd: emptyFolder() });
  expect(stdout).toContain("Why it may be demanded: stated: Acme service agreement, annex B says so.");
  expect(stdout).not.toContain("the interface");
});

test.each(["explain", "list"])("%s says what a description does there: nothing is checked", async (command) => {
  const { stdout } = await callCli(["help", command], { cwd: emptyFolder() });
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("--description <file> tell of the requirements too");
});
