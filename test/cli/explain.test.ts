/** `explain`: everything about one requirement, for who has just seen it red. */
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("what breaks a requirement is one list of faults, each with its id", async () => {
  const { code, stdout } = await callCli(["explain", "STATE-03"], { cwd: emptyFolder() });
  expect(code).toBe(0);
  expect(stdout.match(/What breaks it/g)).toHaveLength(1);
  expect(stdout).toMatch(/\n {2}state\/last-member-is-dropped: A state of three members or more/);
});
