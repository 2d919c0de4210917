/** `completion`: scripts that the shells take, and that know what the command knows. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

const scriptOf = async (shell: string): Promise<string> =>
  (await callCli(["completion", shell], { cwd: emptyFolder() })).stdout;

/** What bash offers for the last of these words. */
async function offered(...typed: readonly string[]): Promise<readonly string[]> {
  const words = ["trace-conformance", ...typed].map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(${words}); COMP_CWORD=${String(typed.length)}; _trace_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `${await scriptOf("bash")}\n${ask}`], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n");
}

test.each<[string, readonly string[], readonly string[]]>([
  ["commands", ["co"], ["compare", "completion"]],
  ["options of a command", ["compare", "--still"], ["--still-red"]],
  ["options of run, where no command is named", ["--at"], ["--at-once"]],
  ["values", ["run", "--depth", "st"], ["standard"]],
  ["formats", ["report", "x", "--format", "open"], ["openmetrics"]],
  ["requirements", ["run", "--only", "STATE-03"], ["STATE-03"]],
])("bash completes %s", async (_, typed, wanted) => {
  expect(await offered(...typed)).toEqual(wanted);
});

test.each(["zsh", "fish"])("%s knows every command, and takes the script where it is at hand", async (shell) => {
  const script = await scriptOf(shell);
  for (const word of ["compare", "still-red", "openmetrics", "STATE-03"]) expect(script).toContain(word);
  const { error, status, stderr } = spawnSync(shell, ["-n"], { input: script, encoding: "utf8" });
  if (!error) expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("another shell is refused with those that there are", async () => {
  const outcome = await callCli(["completion", "fis"], { cwd: emptyFolder() });
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "fish"?') as string });
});
