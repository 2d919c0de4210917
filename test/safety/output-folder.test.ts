/** An output folder: what is not ours stays as it is, what an earlier run left is gone, and one run at a time writes. */
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { formats, NotBuiltError } from "../../reports/index.ts";
import {
  checkOutputFolder,
  closeOutputFolder,
  openOutputFolder,
  writeOwnFiles,
} from "../../suites/engine/saved/output-folder.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { describeError } from "../../cli/describe-error.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, runCli } from "../cli/lib/run-cli.ts";
import { writeSavedRun } from "./lib/saved-run.ts";

const quick = { timeout: 30_000 };
const marker = ".trace-conformance-run.json";
const lock = ".trace-conformance-run.lock";

/** Every file below the folder, with what it holds. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const others = {
  "package.json": "{}",
  "scripts/build.json": '{"steps":"mine"}',
  "failures/notes.json": "[]",
  "histories/old.ndjson": "mine\n",
};

describe("what no run made", () => {
  test.each([
    ["results.json", '{"tests": 3, "passed": 3}'],
    ["results.json", "no JSON"],
    ["junit.xml", "<testsuites/>"],
    ["report.html", "<p>mine"],
    ["collected.json", "[]"],
  ])("%s is neither replaced nor taken for ours: %s", quick, async (name, text) => {
    const cwd = emptyFolder();
    await writeSavedRun(join(cwd, "run"));
    const folder = join(cwd, "project");
    write(folder, { ...others, [name]: text });
    const before = filesIn(folder);
    const { code, stderr } = await callCli(["merge", "run", "--output", "project"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(name) as string });
    expect(stderr).toContain("--output");
    expect(filesIn(folder)).toEqual(before);
  });

  test("a folder that holds it is no folder for reports, which is told before anything is started", quick, async () => {
    const cwd = emptyFolder();
    write(cwd, { "docs/a.md": "mine", "docs/pages/b.md": "mine", "README.md": "mine" });
    const before = filesIn(cwd);
    for (const [output, told] of [
      ["docs", "docs holds a.md, pages, which no run"],
      ["README.md", "README.md is no folder"],
    ] as const) {
      const { code, stdout, stderr } = await callCli(["run", "--output", output], { cwd });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(told);
      expect(stderr).not.toContain("Checking");
    }
    expect(filesIn(cwd)).toEqual(before);
  });

  test("what an observe or a run of a part left does not keep a run from its folder", quick, async () => {
    const folder = emptyFolder();
    write(folder, { "profile.json": "{}", ".gitkeep": "", "evidence.zip": "" });
    await writeSavedRun(join(folder, "STATE-02"));
    checkOutputFolder(folder);
    openOutputFolder(folder, "next");
    closeOutputFolder(folder, "next");
  });

  test.each(["with the marker", "as an earlier version left it"])("stays beside a run, %s", quick, async (how) => {
    const folder = emptyFolder();
    await writeSavedRun(folder);
    if (how !== "with the marker") rmSync(join(folder, marker));
    write(folder, others);
    expect(readdirSync(join(folder, "failures")).length).toBeGreaterThan(1);
    openOutputFolder(folder, "next");
    closeOutputFolder(folder, "next");
    const { [marker]: written, ...left } = filesIn(folder);
    expect(left).toEqual(others);
    expect(JSON.parse(written ?? "")).toEqual({ schemaVersion: 1, runId: "next", processId: process.pid, entries: [] });
  });

  test.each([
    ["a file of the project", ["package.json"]],
    ["a file outside", ["../victim.json"]],
    ["a file outside, through a folder of ours", ["scripts/../../victim.json"]],
    ["no list", "package.json"],
  ])("is not deleted because a marker names %s", quick, (_, entries) => {
    const cwd = emptyFolder();
    const folder = join(cwd, "project");
    const forged = JSON.stringify({ schemaVersion: 1, runId: "x", processId: 1, entries });
    write(cwd, { "victim.json": "mine" });
    write(folder, { ...others, [marker]: forged });
    const before = filesIn(cwd);
    expect(() => openOutputFolder(folder, "next")).toThrow(UsageError);
    expect(filesIn(cwd)).toEqual(before);
  });
});

describe("what an earlier run left", () => {
  test("is gone when the next one begins, every report of it", quick, async () => {
    const folder = emptyFolder();
    await writeSavedRun(
      folder,
      formats.map(({ name }) => name),
    );
    for (const { fileName } of formats) expect(existsSync(join(folder, fileName)), fileName).toBe(true);
    openOutputFolder(folder, "next");
    expect(readdirSync(folder).sort()).toEqual([marker, lock].sort());
    closeOutputFolder(folder, "next");
  });

  test("a report that was made later is gone, too", quick, async () => {
    const cwd = emptyFolder();
    await writeSavedRun(join(cwd, "run"));
    expect(await callCli(["report", "run", "--format", "markdown"], { cwd })).toMatchObject({ code: 0 });
    openOutputFolder(join(cwd, "run"), "next");
    closeOutputFolder(join(cwd, "run"), "next");
    expect(existsSync(join(cwd, "run", "summary.md"))).toBe(false);
  });

  test("a run that is killed leaves nothing green, and no lock that holds", { timeout: 60_000 }, async () => {
    const cwd = emptyFolder();
    await writeSavedRun(join(cwd, "conformance-report"));
    const folder = join(cwd, "conformance-report");
    const { code } = await runCli(["run", "--depth", "deep"], {
      cwd,
      onStart(child) {
        const whenBegun = setInterval(() => {
          // The second marker is the one of the new run.
          if (!existsSync(join(folder, lock)) || readFileSync(join(folder, marker), "utf8").includes("saved-1")) return;
          clearInterval(whenBegun);
          child.kill("SIGKILL");
        }, 50);
      },
    });
    expect(code).toBeNull();
    expect(readdirSync(folder)).toContain(lock);
    for (const name of ["junit.xml", "report.html"]) expect(existsSync(join(folder, name)), name).toBe(false);
    const results = join(folder, "results.json");
    if (existsSync(results)) expect(JSON.parse(readFileSync(results, "utf8"))).toMatchObject({ verdict: "incomplete" });
    openOutputFolder(folder, "next");
    closeOutputFolder(folder, "next");
    expect(readdirSync(folder)).toEqual([marker]);
  });
});

describe("two runs in one folder", () => {
  test("the second is refused, by the process that has it, until that is gone", quick, async () => {
    const cwd = emptyFolder();
    await writeSavedRun(join(cwd, "run"));
    const other = spawn("sleep", ["60"]);
    onTestFinished(() => void other.kill());
    const folder = join(cwd, "merged");
    write(folder, { [lock]: JSON.stringify({ processId: other.pid, host: hostname(), purpose: "first" }) });
    const before = filesIn(folder);
    const { code, stderr } = await callCli(["merge", "run", "--output", "merged"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`process ${other.pid}`) as string,
    });
    expect(filesIn(folder)).toEqual(before);
    const gone = new Promise((resolve) => other.once("exit", resolve));
    other.kill();
    await gone;
    expect((await callCli(["merge", "run", "--output", "merged"], { cwd })).code).not.toBe(2);
    expect(existsSync(join(folder, lock))).toBe(false);
  });

  test("in one process, too, and under another name of the folder", () => {
    const cwd = emptyFolder();
    const folder = join(cwd, "run");
    openOutputFolder(folder, "first");
    symlinkSync(folder, join(cwd, "link"));
    for (const name of [folder, join(cwd, "link")])
      expect(() => openOutputFolder(name, "second")).toThrow(/in use by another run \(first, this process\)/);
    // What was refused gives nothing back.
    closeOutputFolder(folder, "second");
    expect(() => openOutputFolder(folder, "second")).toThrow(UsageError);
    closeOutputFolder(folder, "first");
    openOutputFolder(folder, "second");
    closeOutputFolder(folder, "second");
  });

  test("a merge does not write into one of its shards", quick, async () => {
    const cwd = emptyFolder();
    await writeSavedRun(join(cwd, "run"));
    symlinkSync(join(cwd, "run"), join(cwd, "link"));
    const before = filesIn(join(cwd, "run"));
    for (const output of ["run", "./run/", "link"]) {
      const { code, stderr } = await callCli(["merge", "run", "--output", output], { cwd });
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is one of the shards") as string,
      });
    }
    expect(filesIn(join(cwd, "run"))).toEqual(before);
  });

  test.each([
    ["no lock of ours", "x"],
    ["of another machine", JSON.stringify({ processId: process.ppid, host: "elsewhere.example", purpose: "x" })],
    [
      "of a process whose number another has now",
      JSON.stringify({ processId: process.ppid, host: hostname(), born: "1" }),
    ],
  ])("a lock that holds nothing is passed over: %s", quick, (_, text) => {
    const folder = emptyFolder();
    write(folder, { [lock]: text });
    openOutputFolder(folder, "next");
    closeOutputFolder(folder, "next");
    expect(readdirSync(folder)).toEqual([marker]);
  });
});

test.skipIf(!existsSync("/proc/self")).each([
  ["merge", "run", "--output"],
  ["history", "add", "run", "--store"],
  ["serve", "--port", "0", "--data"],
  ["faults", "--only", "STATE-03", "--output"],
])("a path that no folder can have ends at once: %s", { timeout: 60_000 }, async (...args) => {
  const cwd = emptyFolder();
  await writeSavedRun(join(cwd, "run"));
  const bin = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args, "/proc/none/report"], {
    cwd,
    timeout: 20_000,
    killSignal: "SIGKILL",
    encoding: "utf8",
  });
  const told =
    /\/proc\/none\/report cannot be (written|made|used): the system lets nobody make a folder there[;.] name/i;
  expect({ status, stdout, stderr }).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(told) as string,
  });
});

test("a page that was not built is told as that, and not as a folder that cannot be written", () => {
  const folder = emptyFolder();
  const render = (): string => {
    throw new NotBuiltError("the page was not built; run: npm run prepare");
  };
  expect(() => writeOwnFiles(folder, [["report.html", render]])).toThrow(NotBuiltError);
  expect(describeError(new NotBuiltError("run: npm run prepare"))).toEqual({
    code: 4,
    message: "run: npm run prepare",
  });
});
