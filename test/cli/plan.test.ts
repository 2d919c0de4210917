/** `plan` says what a run would send in numbers that people read. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { writeConfiguration } from "./lib/targets.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("bytes, times and counts are told in units that fit them", async () => {
  const target = ["--base-url", "http://127.0.0.1:1", "--workflow", "7", "--create-action", "open:clerks"];
  const { code, stdout } = await callCli(["plan", "--access", "read-write", ...target], { cwd: emptyFolder() });
  expect(code).toBe(0);
  expect(stdout).toContain("limits.maxTraces: 5,000.");
  expect(stdout).toContain("at most 8 GiB (limits.maxTotalBytes)");
  expect(stdout).toMatch(/after some \d+ min at the latest/);
});

test("what a process takes is told as an estimate, and by a saved profile where there is one", async () => {
  const cwd = emptyFolder();
  const action = (key: string) => ({ key, groupLabel: "clerks", creates: key === "open" });
  const plan = async (keys: readonly string[], ...args: readonly string[]) => {
    writeConfiguration(cwd, "http://127.0.0.1:1", { workflows: [{ id: "7", actions: keys.map(action) }] });
    return (await callCli(["plan", ...args], { cwd })).stdout;
  };
  const [one, several] = [
    ["open", "note"],
    ["open", "note", "close"],
  ];
  expect(await plan(one)).toContain("Before them, the probes send some 150 requests and create some 25 traces.");
  const perhaps = await plan(several);
  expect(perhaps).toContain("A workflow with several actions may be a process.");
  expect(perhaps).toMatch(
    /with them a run is to send some [34],\d00 to [56],\d00 requests and create some \d+ to \d+ traces/,
  );
  expect(perhaps).toContain("is an estimate");
  const gating = (value: object) =>
    writeFileSync(
      join(cwd, "profile.json"),
      JSON.stringify({ readings: { "action-gating": { value, evidence: "" } } }),
    );
  gating({ gating: "ordered", workflows: { 7: { after: { close: ["note"] } } } });
  expect(await plan(several, "--profile", "profile.json")).toContain("The profile knows a process");
  gating({ gating: "free" });
  const free = await plan(several, "--profile", "profile.json");
  expect(free).toContain("Before them, the probes send some 150 requests");
  expect(free).not.toContain("estimate");
});

test("that one flag alone makes a target writable is told, and what keeps it from being written to", async () => {
  const target = ["--base-url", "http://127.0.0.1:1", "--workflow", "7", "--create-action", "open:clerks"];
  const told = async (...args: readonly string[]) => (await callCli(args, { cwd: emptyFolder() })).stderr;
  const writes =
    "writes: traces are created on http://127.0.0.1:1, because --create-action was given; --access read-only";
  for (const command of [["plan"], ["run", "--quiet"], ["doctor"]])
    expect(await told(...command, ...target)).toContain(writes);
  for (const access of ["read-only", "read-write"])
    expect(await told("plan", "--access", access, ...target)).not.toContain("writes:");
});
