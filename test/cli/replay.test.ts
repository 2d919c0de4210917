/** `replay`: what was not sent, or not judged, is never green, and what is missing is told. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder, type CliOutcome } from "./lib/run-cli.ts";
import { reference, writeConfiguration } from "./lib/targets.ts";

const create = { op: "create", face: "v2", as: "t", data: { tcMark: "a~b~c" } };
const act = { op: "act", face: "v2", trace: "$t", data: { tcMark: "a~b~d" } };

/** Replays the steps in a folder of its own. */
async function replay(
  steps: readonly object[],
  flags: readonly string[],
  configure?: object,
  saved?: object,
): Promise<CliOutcome> {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ id: "one", title: "one", steps, ...saved }));
  if (configure) writeConfiguration(cwd, await reference(), configure);
  const { email = "", password = "" } = embeddedTarget.credentials ?? {};
  return callCli(["replay", "script.json", ...flags], { cwd, env: { TRACE_EMAIL: email, TRACE_PASSWORD: password } });
}

describe("a replay", { timeout: 60_000 }, () => {
  const whole = ["--organization", "acme", "--workflow", "2041", "--create-action", "open:clerks"];

  test("with all that its steps need is green", async () => {
    const flags = ["--base-url", await reference(), ...whole, "--append-action", "comment:clerks"];
    expect(await replay([create, act], flags)).toMatchObject({ code: 0, stdout: "one: nothing is broken\n" });
  });

  test("of which nothing was sent is incomplete, and names the flags that are missing", async () => {
    const outcome = await replay([create, act, { op: "workflows", face: "v2" }], ["--base-url", await reference()]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    for (const flag of ["--organization", "--workflow", "--create-action", "--append-action", "--access read-write"])
      expect(outcome.stderr).toContain(flag);
  });

  test("of which a part was sent is incomplete too", async () => {
    const outcome = await replay([create, act], ["--base-url", await reference(), ...whole]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("missing: --append-action KEY:GROUP");
  });

  test("beside a configuration names the keys that are missing", async () => {
    const { code, stderr } = await replay([create], ["--env", "vendor"], { access: "read-only" });
    expect(code).toBe(3);
    expect(stderr).toContain("environments.vendor.access: read-write");
  });

  test("says the same where it prints JSON", async () => {
    const { code, stdout } = await replay([create], ["--base-url", await reference(), "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ seen: { exchanges: 0, judgements: 0 } });
  });

  test("of which the target refuses everything is incomplete, though its refusals are in order", async () => {
    const flags = ["--base-url", await reference(), "--organization", "acme", "--workflow", "no-such-workflow"];
    const outcome = await replay([create], [...flags, "--create-action", "open:clerks"]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("refuse");
  });

  test("of which a login lacks its password could not be judged, whatever else was sent", async () => {
    const { email, privateKey } = embeddedTarget.credentials;
    const steps = [
      { op: "workflows", face: "v2" },
      { op: "login", face: "v2", method: "credential" },
    ];
    const credentials = { email, privateKey, password: "" };
    const { code, stdout, stderr } = await replay(steps, ["--env", "vendor"], { credentials });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("could not be judged");
    expect(stderr).toContain("has no credentials.password");
  });

  test("tells what is broken beside it, which makes it red", async () => {
    const flags = ["--base-url", await reference(["creation/v2-uuid-in-braces"]), ...whole];
    const { code, stdout } = await replay([{ op: "workflows", face: "v2" }], flags);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^one: nothing is broken\nbroken all the same, /)]);
    expect(stdout).toMatch(/\nCREATE-01 \(MUST\) .*\n.*\n {2}wanted: .*\n {2}got: /);
  });

  test("of a script that a run made smaller judges what it did so for", async () => {
    const flags = ["--base-url", await reference(["status/v2-creation-answers-201"]), ...whole];
    const smaller = (shows: readonly string[]) => replay([create], flags, undefined, { id: "s/smaller-3", shows });
    const other = await smaller(["STATE-01"]);
    expect(other).toMatchObject({ code: 3, stderr: expect.stringContaining("could not be judged") as string });
    const own = await smaller(["STATUS-01"]);
    expect(own).toMatchObject({ code: 1, stdout: expect.stringMatching(/^STATUS-01 /) as string });
    expect(own.stderr).toMatch(/^broken: STATUS-01 \(MUST\)\njudged: STATUS-01 alone, /);
  });

  test("without steps is not green", async () => {
    expect(await replay([], ["--base-url", await reference()])).toMatchObject({
      code: expect.toSatisfy((code) => code !== 0),
    });
  });
});
