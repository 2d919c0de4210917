/** An output that cannot be written: exit 2 where it is the path, 4 where the disk is full; no results that look whole. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { parseResults } from "../../reports/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { limitedCli } from "./lib/limited-cli.ts";
import { writeSavedRun } from "./lib/saved-run.ts";

const long = { timeout: 120_000 };
const quick = ["run", "--depth", "quick"];

describe("an output folder that cannot be one", () => {
  test("a file stands in its place", long, async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "taken"), "mine");
    const { code, stderr, stdout } = await callCli([...quick, "--output", "taken"], { cwd });
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: "" });
    expect(stderr).toContain("taken cannot be written");
    expect(stderr).toContain("Name another with --output");
    expect(stderr).not.toContain("space");
    expect(stderr).not.toContain("please report it");
    expect(readFileSync(join(cwd, "taken"), "utf8")).toBe("mine");
  });

  test("a file stands in the way to it", long, async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "taken"), "mine");
    const { code, stderr } = await callCli([...quick, "--output", join("taken", "report")], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") as string });
  });

  test("nobody may write there", long, async () => {
    const cwd = emptyFolder();
    const locked = join(cwd, "locked");
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    // Who may write everywhere is shown a folder in which nobody can.
    const output = process.getuid?.() === 0 ? "/sys/report" : join("locked", "report");
    const { code, stderr } = await callCli([...quick, "--output", output], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") as string });
  });

  test("init names the file that cannot be written, and the option", long, async () => {
    const outcome = await callCli(["init", "--config", join("no", "such", "folder", "x.yaml")], { cwd: emptyFolder() });
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/x\.yaml cannot be written: there is no such folder.*--config/) as string,
    });
    expect(outcome.stderr).not.toContain("please report it");
  });

  test.each([
    ["observe", ["observe", "--output", "taken"]],
    ["merge", ["merge", "run-1", "--output", "taken"]],
  ])("%s says it too", long, async (_, args) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "taken"), "mine");
    if (args[0] === "merge")
      expect(await callCli([...quick, "--only", "FLOW", "--output", "run-1"], { cwd })).toMatchObject({ code: 0 });
    const { code, stderr } = await callCli(args, { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") as string });
    expect(stderr).not.toContain("please report it");
  });

  test("what comes in the way of the report while the run goes on", long, async () => {
    const cwd = emptyFolder();
    const folder = join(cwd, "report");
    const ended = callCli([...quick, "--only", "LOGIN", "--output", "report"], { cwd });
    while (!existsSync(join(folder, ".trace-conformance-run.json"))) await setTimeout(20);
    mkdirSync(join(folder, "report.html", "in the way"), { recursive: true });
    const { code, stderr } = await ended;
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("holds report.html") as string });
    expect(existsSync(join(folder, "results.json"))).toBe(true);
  });
});

describe("a disk that is full", () => {
  test("in the midst of the run: everything stops, and what stands there is whole or not there", long, async () => {
    const cwd = emptyFolder();
    // No file may grow beyond this: histories do, soon.
    const { code, stderr } = await limitedCli(64, [...quick, "--output", "report"], cwd);
    expect({ code, stderr }).toMatchObject({ code: 4 });
    expect(stderr).toMatch(/cannot be written|could not be written/);
    expect(stderr).not.toContain("please report it");
    const results = join(cwd, "report", "results.json");
    if (existsSync(results)) expect(parseResults(readFileSync(results, "utf8")).verdict).not.toBe("conformant");
    expect(readdirSync(join(cwd, "report")).filter((name) => name === "report.html")).toEqual([]);
  });

  test("while a report is written", long, async () => {
    const cwd = emptyFolder();
    const folder = join(cwd, "report");
    await writeSavedRun(folder);
    rmSync(join(folder, "junit.xml"));
    mkdirSync(join(folder, "junit.xml"));
    const { code, stderr } = await callCli(["report", "report", "--format", "junit"], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining("cannot be written") as string });
    expect(stderr).not.toContain("please report it");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});
