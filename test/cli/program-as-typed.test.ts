/** How a printed command begins, so that it runs as it stands. */
import { execSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { programAsTyped } from "../../cli/program-as-typed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "program-"));
const project = join(home, "project");
const throughNpx = "npx --no -- trace-conformance";

function folder(...path: readonly string[]): string {
  const made = join(home, ...path);
  mkdirSync(made, { recursive: true });
  return made;
}

function folderWith(...path: readonly string[]): string {
  const made = folder(...path);
  writeFileSync(join(made, "trace-conformance"), "");
  return made;
}

const typed = (cwd: string, ...folders: readonly string[]): string =>
  programAsTyped({ env: { PATH: folders.join(delimiter) }, cwd });

test("by its name where a shell finds it", () => {
  expect(typed(home, home, folderWith("bin"))).toBe("trace-conformance");
  expect(typed(project, folderWith("bin"))).toBe("trace-conformance");
});

test("by way of npx where it is found in a project alone", () => {
  const bin = folderWith("project", "node_modules", ".bin");
  expect(typed(project, bin, home)).toBe(throughNpx);
  expect(typed(folder("project", "deep", "inside"))).toBe(throughNpx);
});

test("and gets the options that come first, which npm would take for its own", () => {
  const project = folder("with options");
  writeFileSync(
    join(folder("with options", "node_modules", ".bin"), "trace-conformance"),
    '#!/bin/sh\necho "got $@"\n',
    {
      mode: 0o755,
    },
  );
  writeFileSync(join(project, "package.json"), "{}");
  const told = execSync(`${typed(project)} --version --env lab`, { cwd: project, encoding: "utf8" });
  expect(told).toBe("got --version --env lab\n");
});

test("by way of npx in its own project", () => {
  expect(typed(root)).toBe(throughNpx);
  expect(typed(join(root, "docs"))).toBe(throughNpx);
});

test("by its file where neither would find it, and the line runs there", () => {
  const elsewhere = folder("else where");
  const line = typed(elsewhere, dirname(process.execPath));
  expect(line).toMatch(/^node \S+\/bin\/trace-conformance\.js$/);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}` };
  expect(execSync(`${line} --version`, { cwd: elsewhere, env, encoding: "utf8" })).toMatch(/^\d+\.\d+\.\d+/);
  for (const text of [`{ "bin": { "another": "x.js" } }`, `{ "bin": "x.js" }`, "no JSON"]) {
    writeFileSync(join(elsewhere, "package.json"), text);
    expect(typed(elsewhere)).toBe(line);
  }
});
