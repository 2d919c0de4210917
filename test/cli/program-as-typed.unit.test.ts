/** How a printed command begins, so that it runs as it stands. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { programAsTyped } from "../../cli/program-as-typed.ts";

const home = mkdtempSync(join(tmpdir(), "program-"));

function folderWith(...path: readonly string[]): string {
  const folder = join(home, ...path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "trace-conformance"), "");
  return folder;
}

const typed = (...folders: readonly string[]): string => programAsTyped({ env: { PATH: folders.join(delimiter) } });

test("by its name where a shell finds it", () => {
  expect(typed(home, folderWith("bin"))).toBe("trace-conformance");
});

test("by way of npx where it is found in a project alone, or nowhere", () => {
  expect(typed(folderWith("project", "node_modules", ".bin"), home)).toBe("npx --no trace-conformance");
  expect(programAsTyped({ env: {} })).toBe("npx --no trace-conformance");
});
