/** The commands `history add` and `history show`, on a folder. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Results } from "../../reports/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { nightResults } from "./lib/nights.ts";

/** The output folder of a run, as far as the history reads it. */
function writeRun(cwd: string, folder: string, results: Results): void {
  mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, folder, "results.json"), JSON.stringify(results));
}

const red = { statuses: { "STATE-03": "failed" }, reasons: { "STATE-03": "A member is gone." } } as const;

test(
  "runs are added once, a bad one is told and keeps nobody out, and show says since when it is red",
  { timeout: 120_000 },
  async () => {
    const cwd = emptyFolder();
    writeRun(cwd, "a", nightResults({ night: 0 }));
    writeRun(cwd, "b", nightResults({ night: 1, ...red }));
    writeRun(cwd, "c", nightResults({ night: 2, ...red }));
    writeRun(cwd, "wrong", { ...nightResults(), verdict: "green" } as unknown as Results);
    writeRun(cwd, "shard", nightResults({ night: 9, partial: { shard: { index: 1, count: 4 } } }));
    writeFileSync(join(cwd, "half.json"), JSON.stringify(nightResults()).slice(0, 50));
    const named = ["a", "gone", "b/results.json", "wrong", "half.json", "shard", "a", "c"];
    const added = await callCli(["history", "add", ...named], { cwd });
    expect(added.code).toBe(2);
    expect(added.stdout).toBe(
      "added 3 runs to .trace-conformance/history; 1 run was there already; 4 runs not taken\n",
    );
    for (const told of [
      /gone: wanted a results file of schema version 1; there is no such file\. Give the --output folder/,
      /wrong\/results\.json: wanted a results file of schema version 1; got:\n {2}\/verdict must be equal/,
      /half\.json: .*line 1, column 51: it is no JSON/,
      /shard: wanted a whole run; it is shard 1 of 4\. Put all shards together/,
    ])
      expect(added.stderr).toMatch(told);
    const one = await callCli(["history", "show", "--env", "preprod"], { cwd });
    expect(one.stdout).toMatch(/STATE-03 +failed +2026-01-02 +2 of 3 +✓✕✕ +A member is gone\./);
    const json = await callCli(["history", "show", "--requirement", "STATE-03", "--json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      targets: [{ target: "preprod", runs: 3, requirements: [{ id: "STATE-03", status: "failed", broken: 2 }] }],
    });
    // What is not there is told with what is; the store may stand in the environment.
    const env = { TRACE_CONFORMANCE_STORE: ".trace-conformance/history" };
    const target = await callCli(["history", "show", "--env", "preprd"], { cwd, env });
    expect(target).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "preprod"?') as string });
    // The engine's folder is its user's alone, and nothing of a lock is left.
    expect(readdirSync(join(cwd, ".trace-conformance/history"))).toEqual(["database"]);
  },
);

test.each<[string, readonly string[], string]>([
  ["no store", ["show"], "it holds no history"],
  ["an action that is none", ["ad", "x"], 'Did you mean "add"?'],
  ["nothing to add", ["add"], "wanted output folders of runs"],
  ["an option of another action", ["show", "--report", "x"], "--report is for history add"],
  ["a link that runs something", ["add", "x", "--report", "javascript:alert(1)"], "what was given is neither"],
  [
    "a link with a password",
    ["add", "x", "--report", "https://ada:canary@reports.example/"],
    "leave out user and password",
  ],
  ["a place that is none", ["add", "x", "--report", "https://reports.example/{run}"], "{run} stands for nothing"],
  ["an address that is none", ["add", "x", "--store", "postgres://ada:canary@:x/db"], "is no such address"],
  ["another kind of database", ["add", "x", "--store", "mysql://ada:canary@db/x"], "wanted a folder, or the address"],
  ["a server that is not there", ["add", "x", "--store", "postgres://ada:canary@127.0.0.1:1/x"], "does not answer"],
])("2: %s", async (_, words, told) => {
  const cwd = emptyFolder();
  const { code, stdout, stderr } = await callCli(["history", ...words], { cwd });
  expect({ code, stdout, stderr }).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(told) as string,
  });
  expect(stderr).not.toContain("canary");
  expect(existsSync(join(cwd, ".trace-conformance"))).toBe(false);
});

test("a folder that holds something else is left alone", async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "store"));
  writeFileSync(join(cwd, "store", "diary.txt"), "mine");
  const { code, stderr } = await callCli(["history", "add", "x", "--store", "store"], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("diary.txt") as string });
  expect(readdirSync(join(cwd, "store"))).toEqual(["diary.txt"]);
});
