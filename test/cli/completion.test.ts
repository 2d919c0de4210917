/** `completion`: scripts that the shells themselves take, and that know what the command knows. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

const typeIntoZsh = fileURLToPath(new URL("lib/complete.zsh", import.meta.url));

/** A file with the script for a shell, and the folder that it lies in. */
async function scriptFor(
  shell: string,
): Promise<{ readonly cwd: string; readonly file: string; readonly text: string }> {
  const cwd = emptyFolder();
  const { stdout: text } = await callCli(["completion", shell], { cwd });
  const file = join(cwd, `completion.${shell}`);
  writeFileSync(file, text);
  return { cwd, file, text };
}

const isHere = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

function answerOf(shell: string, args: readonly string[], cwd: string): string {
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, TERM: "dumb" };
  const { stdout, stderr, status } = spawnSync(shell, args, { encoding: "utf8", cwd, env, timeout: 100_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** What is typed, and what it becomes; each is the only one that fits. */
const cases: readonly (readonly [what: string, typed: readonly string[], wanted: string])[] = [
  ["commands", ["compar"], "compare"],
  ["options of a command", ["compare", "--still"], "--still-red"],
  ["options of run, where no command is named", ["--at-o"], "--at-once"],
  ["values", ["run", "--depth", "st"], "standard"],
  ["every value of --fail-on", ["run", "--fail-on", "lat"], "latency"],
  ["formats", ["report", "x", "--format", "open"], "openmetrics"],
  ["requirements", ["run", "--only", "STATE-03"], "STATE-03"],
  ["options that are new", ["run", "--otl"], "--otlp"],
  ["actions of history", ["history", "gat"], "gather"],
  ["options of an action of history", ["history", "gather", "--wi"], "--within"],
  ["requirements of history", ["history", "show", "--requirement", "STATE-03"], "STATE-03"],
  ["shells", ["completion", "fi"], "fish"],
  ["what is listed", ["list", "open-"], "open-points"],
  ["what is explained", ["explain", "digest-list-q"], "digest-list-query"],
  ["commands behind help", ["help", "compa"], "compare"],
];

describe("bash", () => {
  test.each(cases)("completes %s", async (_, typed, wanted) => {
    const { cwd, file } = await scriptFor("bash");
    const words = ["trace-conformance", ...typed].map((word) => `'${word}'`).join(" ");
    const ask = `COMP_WORDS=(${words}); COMP_CWORD=${String(typed.length)}; _trace_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(
      answerOf("bash", ["-c", `source '${file}'\n${ask}`], cwd)
        .trim()
        .split("\n"),
    ).toEqual([wanted]);
  });
});

test("bash offers an action of history its own options alone", async () => {
  const { cwd, file } = await scriptFor("bash");
  const ask = `COMP_WORDS=(trace-conformance history add --); COMP_CWORD=3; _trace_conformance; echo "\${COMPREPLY[@]}"`;
  expect(answerOf("bash", ["-c", `source '${file}'\n${ask}`], cwd).trim()).toBe("--store --report --replace");
});

describe.skipIf(!isHere("fish"))("fish, where it is installed", () => {
  test("reads the script", async () => {
    const { cwd, file } = await scriptFor("fish");
    expect(answerOf("fish", ["--no-config", "-n", file], cwd)).toBe("");
    expect(answerOf("fish", ["--no-config", "-c", `source '${file}'`], cwd)).toBe("");
  });

  test("completes each of them", { timeout: 60_000 }, async () => {
    const { cwd, file } = await scriptFor("fish");
    for (const [, typed, wanted] of cases) {
      const line = ["trace-conformance", ...typed].join(" ");
      const offered = answerOf("fish", ["--no-config", "-c", `source '${file}'; complete -C '${line}'`], cwd);
      expect(
        offered
          .trim()
          .split("\n")
          .map((one) => one.split("\t", 1)[0]),
      ).toEqual([wanted]);
    }
  });
});

describe.skipIf(!isHere("zsh"))("zsh, where it is installed", () => {
  test("reads the script", async () => {
    const { cwd, file } = await scriptFor("zsh");
    expect(answerOf("zsh", ["-f", "-n", file], cwd)).toBe("");
  });

  test("completes each of them, as somebody types", { timeout: 120_000 }, async () => {
    const { cwd, file } = await scriptFor("zsh");
    const lines = cases.map(([, typed]) => ["trace-conformance", ...typed].join(" "));
    const screens = answerOf("zsh", ["-f", typeIntoZsh, file, ...lines], cwd)
      .trim()
      .split("\n");
    expect(screens).toHaveLength(cases.length);
    for (const [at, [, typed, wanted]] of cases.entries())
      expect(screens[at]).toContain(["trace-conformance", ...typed.slice(0, -1), wanted].join(" "));
  });
});

test.each(["bash", "zsh", "fish"])("%s knows every command and option", async (shell) => {
  const { text } = await scriptFor(shell);
  for (const word of ["compare", "still-red", "openmetrics", "STATE-03"]) expect(text).toContain(word);
});

test("another shell is refused with those that there are", async () => {
  const outcome = await callCli(["completion", "fis"], { cwd: emptyFolder() });
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "fish"?') as string });
});
