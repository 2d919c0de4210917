/** Files that a run saved, read again: whatever stands in them, nothing outside is touched, and the complaint is clear. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { expectUsedOrRefused, savedFiles, type SavedFile } from "./lib/changed-values.ts";
import { changeJson, writeSavedRun } from "./lib/saved-run.ts";

const recordedTraffic = new URL("../passive/recordings/browser.har", import.meta.url);
const quick = { timeout: 30_000 };

async function folderWithRun(): Promise<string> {
  const cwd = emptyFolder();
  await writeSavedRun(join(cwd, "run"));
  return cwd;
}

/** Calls the command, which must refuse the file by its name. */
async function expectRefused(cwd: string, args: readonly string[], told: string): Promise<string> {
  const { code, stderr } = await callCli(args, { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) as string });
  expect(stderr).not.toContain("please report it");
  return stderr;
}

test("what a run saved is read", quick, async () => {
  const cwd = await folderWithRun();
  for (const args of [
    ["merge", "run"],
    ["recheck", "run"],
    ["report", "run"],
    ["compare", "run", "run"],
  ]) {
    const { code, stderr } = await callCli(args, { cwd });
    expect([0, 1, 3], `${args.join(" ")}: ${stderr}`).toContain(code);
  }
});

describe("no path in a file leads out of the output folder", () => {
  type Collected = {
    state: { requirements: Record<string, { failures: { scriptFile: string }[] }> };
    options: { ownRequirements: unknown };
  };
  const outside = (file: string) => (collected: Collected) => {
    for (const { failures } of Object.values(collected.state.requirements))
      for (const failure of failures) failure.scriptFile = file;
  };
  const own = { area: "X", level: "MUST", basis: "stated", statement: "x", section: "x", operations: [] };
  test.each([
    ["a relative path", outside("../victim/package.json")],
    ["a path through a folder of ours", outside("failures/../../victim/package.json")],
    ["an absolute path", outside("/tmp/trace-conformance-victim.json")],
    ["results in place of a script", outside("results.json")],
    ["the id of a requirement", ({ options }: Collected) => (options.ownRequirements = [{ ...own, id: "../../x-01" }])],
  ])("%s", quick, async (_, change) => {
    const cwd = await folderWithRun();
    mkdirSync(join(cwd, "victim"));
    writeFileSync(join(cwd, "victim", "package.json"), "mine");
    changeJson(join(cwd, "run", "collected.json"), change);
    await expectRefused(cwd, ["merge", "run", "--output", "merged"], "collected.json");
    expect(readFileSync(join(cwd, "victim", "package.json"), "utf8")).toBe("mine");
  });

  test.each(["failures", "histories"])("a link in place of %s", quick, async (name) => {
    const cwd = await folderWithRun();
    mkdirSync(join(cwd, "victim"));
    mkdirSync(join(cwd, "merged"));
    symlinkSync(join(cwd, "victim"), join(cwd, "merged", name));
    if (name === "failures") await expectRefused(cwd, ["merge", "run", "--output", "merged"], "leads out of");
    else await expectRefused(cwd, ["run", "--depth", "quick", "--output", "merged"], "leads out of");
    expect(spawnSync("ls", [join(cwd, "victim")], { encoding: "utf8" }).stdout).toBe("");
  });
});

describe("a file that is not what a run saves is refused", () => {
  const contents: Readonly<Record<string, (file: string) => void>> = {
    nothing: (file) => writeFileSync(file, ""),
    null: (file) => writeFileSync(file, "null"),
    "an empty object": (file) => writeFileSync(file, "{}"),
    "an empty list": (file) => writeFileSync(file, "[]"),
    "half of it": (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 1_000)),
    "very deep": (file) => writeFileSync(file, `${"[".repeat(50_000)}${"]".repeat(50_000)}`),
    "a folder": (file) => mkdirSync(file),
    "a pipe": (file) => spawnSync("mkfifo", [file]),
  };
  test.each([
    ["merge", "collected.json", ["merge", "run"]],
    ["recheck", "collected.json", ["recheck", "run"]],
    ["recheck", "results.json", ["recheck", "run"]],
    ["certify", "results.json", ["certify", "run"]],
    ["certify", "collected.json", ["certify", "run"]],
    ["report", "results.json", ["report", "run"]],
    ["compare", "results.json", ["compare", "run", "run"]],
  ])("%s: %s", { timeout: 60_000 }, async (_, name, args) => {
    const cwd = await folderWithRun();
    const file = join(cwd, "run", name);
    const whole = readFileSync(file);
    for (const write of Object.values(contents)) {
      rmSync(file, { recursive: true });
      writeFileSync(file, whole);
      if (write === contents["a folder"] || write === contents["a pipe"]) rmSync(file);
      write(file);
      expect(await expectRefused(cwd, args, name)).toMatch(/run again/);
    }
  });

  test.each([
    ["a line cut short", '{"type":"exchange","exchange":{"ind'],
    ["no record", "{}"],
    ["null", "null"],
    ["an exchange of nothing", '{"type":"exchange","exchange":{}}'],
    ["a script without steps", '{"type":"history","version":2,"script":{"id":"a","title":"a"}}'],
    ["no reason", '{"type":"end","unsent":[null]}'],
  ])("a history with %s", quick, async (_, line) => {
    const cwd = await folderWithRun();
    const file = join(cwd, "run", "histories", "saved-1-1-0.ndjson");
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [...lines.slice(0, 2), line, ...lines.slice(2)].join("\n"));
    expect(await expectRefused(cwd, ["recheck", "run"], "saved-1-1-0.ndjson, line 3")).toContain("run --output");
  });

  test("a pipe among the histories", quick, async () => {
    const cwd = await folderWithRun();
    spawnSync("mkfifo", [join(cwd, "run", "histories", "x.ndjson")]);
    await expectRefused(cwd, ["recheck", "run"], "x.ndjson");
  });
});

describe("with any one value replaced by another, it is used or refused, and nothing else happens", () => {
  // All of them at each place: `changed-values.long.test.ts`.
  test.each(Object.keys(savedFiles) as SavedFile[])("%s", { timeout: 120_000 }, async (name) => {
    await expectUsedOrRefused(await folderWithRun(), name, 1);
  });
});

describe("merge puts only shards of one run together", () => {
  type Options = { options: Record<string, unknown> & { environment: object; suite: object } };
  const shard =
    (index: number, count = 2) =>
    ({ options }: Options) =>
      (options["partial"] = { shard: { index, count } });

  test.each<[string, (collected: Options) => void]>([
    ["address", ({ options }) => (options.environment = { ...options.environment, baseUrl: "https://other.example" })],
    ["environment", ({ options }) => (options.environment = { ...options.environment, name: "other" })],
    ["access", ({ options }) => (options.environment = { ...options.environment, access: "read-write" })],
    ["seed", ({ options }) => (options["seed"] = 99)],
    ["depth", ({ options }) => (options["depth"] = "deep")],
    ["version of the suite", ({ options }) => (options.suite = { ...options.suite, version: "9.9.9" })],
    ["interface description", ({ options }) => (options.suite = { ...options.suite, specDigest: "other" })],
    ["number of shards", shard(2, 3)],
  ])("another %s is refused", quick, async (what, change) => {
    const cwd = emptyFolder();
    for (const index of [1, 2]) {
      await writeSavedRun(join(cwd, `run-${index}`));
      changeJson(join(cwd, `run-${index}`, "collected.json"), shard(index));
    }
    expect((await callCli(["merge", "run-1", "run-2"], { cwd })).code).not.toBe(2);
    changeJson(join(cwd, "run-2", "collected.json"), change);
    const stderr = await expectRefused(cwd, ["merge", "run-1", "run-2"], "not shards of one run");
    expect(stderr).toContain(`${what}: `);
    expect(stderr).toMatch(/run-1 and .*run-2/);
  });

  test("a shard that is given twice is refused", quick, async () => {
    const cwd = emptyFolder();
    for (const index of [1, 2]) {
      await writeSavedRun(join(cwd, `run-${index}`));
      changeJson(join(cwd, `run-${index}`, "collected.json"), shard(1));
    }
    await expectRefused(cwd, ["merge", "run-1", "run-2"], "both shard 1");
  });
});

describe("a profile that none is", () => {
  test.each<[string, string, string]>([
    ["nothing", "", "line 1, column 1: it is no JSON"],
    ["null", "null", "/ must be object"],
    ["no readings", '{"readings":[]}', "/readings must be object"],
    ["no evidence", '{"readings":{"page-size":{}}}', "/readings/page-size must have required property"],
    ["another value", '{"readings":{"page-size":{"evidence":"x","value":"all"}}}', "/readings/page-size/value must be"],
    ["deep", '{"a":'.repeat(5_000), "it nests deeper than 4,000"],
  ])("%s", quick, async (_, text, told) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "profile.json"), text);
    writeFileSync(join(cwd, "one.har"), readFileSync(recordedTraffic));
    const args = ["recheck", "one.har", "--profile", "profile.json"];
    expect(await expectRefused(cwd, args, "--profile profile.json: wanted a profile")).toContain(told);
  });
});
