/** The folder of the site, and where its links lead. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { keptRun } from "../../reports/history/index.ts";
import { checkTemplate, linkFrom, readRun, writeSite } from "../../suites/history/index.ts";
import { emptyFolder } from "../cli/lib/run-cli.ts";
import { nightResults } from "./lib/nights.ts";

test("pages of the site before that are no more are deleted, and nothing else is", () => {
  const folder = join(emptyFolder(), "site");
  writeSite(
    folder,
    new Map([
      ["index.html", "1"],
      ["targets/old.html", "1"],
    ]),
    "site",
  );
  writeFileSync(join(folder, "targets", "mine.html"), "mine");
  writeSite(
    folder,
    new Map([
      ["index.html", "2"],
      ["targets/new.html", "2"],
    ]),
    "site",
  );
  expect(readdirSync(join(folder, "targets")).toSorted()).toEqual(["mine.html", "new.html"]);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toBe("2");
});

test("what no site wrote is not written over, and a marker cannot have it deleted", () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "index.html"), "mine");
  expect(() => writeSite(folder, new Map([["index.html", "1"]]), "site")).toThrow(/site holds index\.html/);
  writeFileSync(join(folder, "diary.html"), "mine");
  const files = ["diary.html", "../diary.html", "targets/../../diary.html"];
  writeFileSync(join(folder, ".trace-conformance-site.json"), JSON.stringify({ schemaVersion: 1, files }));
  writeSite(folder, new Map([["style.css", "1"]]), "site");
  expect(readdirSync(folder).toSorted()).toEqual([
    ".trace-conformance-site.json",
    "diary.html",
    "index.html",
    "style.css",
  ]);
});

test("a report on this machine is linked as long as its folder holds that run", () => {
  const cwd = emptyFolder();
  const results = nightResults({ runId: "one" });
  const marker = (runId: string): void =>
    writeFileSync(
      join(cwd, "out here", ".trace-conformance-run.json"),
      JSON.stringify({ schemaVersion: 1, runId, processId: 1, entries: ["results.json", "report.html"] }),
    );
  mkdirSync(join(cwd, "out here"));
  writeFileSync(join(cwd, "out here", "results.json"), JSON.stringify(results));
  writeFileSync(join(cwd, "out here", "report.html"), "");
  marker("one");
  const run = readRun("out here", { cwd, rememberFile: true });
  expect(run.report).toBe(pathToFileURL(join(cwd, "out here", "report.html")).href);
  expect(linkFrom(join(cwd, "site"), run)).toBe("../out%20here/report.html");
  marker("two");
  expect(linkFrom(join(cwd, "site"), run)).toBeUndefined();
  // Where others read the history, the paths of this machine are none of theirs.
  expect(readRun("out here", { cwd, rememberFile: false }).report).toBeUndefined();
});

test.each([
  ["https://reports.example/{date}/{environment}/{runId}.html", "https://reports.example/2026-01-01/a%20b/x_y.html"],
  ["../nights/{date}/report.html", "../nights/2026-01-01/report.html"],
])("%s", (template, wanted) => {
  const cwd = emptyFolder();
  const results = nightResults({ runId: "x/y" });
  const environment = { ...results.environment, name: "a b" };
  writeFileSync(join(cwd, "r.json"), JSON.stringify({ ...results, environment }));
  checkTemplate(template);
  const run = readRun("r.json", { cwd, report: template, rememberFile: true });
  expect(linkFrom(cwd, run)).toBe(wanted);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//elsewhere.example/x",
  "\\\\elsewhere\\x",
  "ftp://reports.example/",
])("%s is no link", (report) => {
  expect(() => checkTemplate(report)).toThrow(/--report: wanted an address or a path/);
  // Whoever wrote it into the store.
  expect(linkFrom("/", keptRun(nightResults(), report))).toBeUndefined();
});
