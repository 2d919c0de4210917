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
  // Where a run would not know which one is meant, the line runs as it stands all the same.
  expect(await alone(cwd, "--config", "other.yaml")).toBe(`--config other.yaml --env one ${ends}`);
});
