/** The live line counts what was asked for. */
import { expect, test } from "vitest";
import { progressDisplay } from "../../cli/progress.ts";

test("of a selection, the line counts what was asked for", () => {
  let written = "";
  const write = (text: string): string => (written += text);
  const terminal = { stdout: { write }, stderr: { write, isTTY: true }, env: { NO_COLOR: "1" }, cwd: "." };
  const counts = { cases: 1, judgedRequirements: 1, failed: [], exchanges: 9, planned: 2, ended: 2, wanted: 1 };
  progressDisplay(terminal, false).update(counts);
  expect(written).toContain("1/1 judged");
});

test("a remark that does not fit the screen is broken between its facts, and left alone in a log", () => {
  const text = "Checking local · http://127.0.0.1:3000 · read-write · depth quick · seed 4071";
  const shown = (columns?: number, said = text): string => {
    let written = "";
    const write = (one: string): string => (written += one);
    const stderr = { write, ...(columns === undefined ? {} : { columns }) };
    progressDisplay({ stdout: { write }, stderr, env: {}, cwd: "." }, false).note(said);
    return written;
  };
  expect(shown(60)).toBe("Checking local · http://127.0.0.1:3000 · read-write\n  depth quick · seed 4071\n");
  expect(shown(120)).toBe(`${text}\n`);
  expect(shown()).toBe(`${text}\n`);
  const removed = "6 scripts were removed from .trace-conformance/corpus/local, because they no longer fail";
  expect(shown(80, removed)).toBe(
    "6 scripts were removed from .trace-conformance/corpus/local, because they no\n  longer fail\n",
  );
});
