/** The command in this process: as quick as a function, for all that needs no process of its own. */
import { main } from "../../../cli/main.ts";
import type { CliOutcome } from "./run-cli.ts";

/** Works in the folder until the command has ended, so that only one can be called at a time. */
export async function callCli(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CliOutcome> {
  const before = process.cwd();
  let [stdout, stderr] = ["", ""];
  const terminal = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: { HOME: cwd, NO_COLOR: "1", ...env },
    cwd,
  };
  process.chdir(cwd);
  try {
    const code = await main(args, terminal);
    return { code, stdout, stderr };
  } finally {
    process.chdir(before);
  }
}
