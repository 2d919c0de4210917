/** `run --watch`: a whole run, then what is red again whenever a key is pressed or the target was restarted. */
import { abbreviate, fit } from "../../reports/index.ts";
import { readCollected, readResults } from "../../suites/engine/saved/saved-run.ts";
import { embeddedName, environmentOf, openTarget, type TargetRequest } from "../../suites/engine/plan/target.ts";
import type { Parts } from "../../suites/extensions/parts.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandContext, CommandOptions } from "../command.ts";
import { describeError } from "../describe-error.ts";
import { exitCodes, type ExitCode } from "../exit-codes.ts";
import { flag } from "../options.ts";
import { printable } from "../printable.ts";
import { colorsFor, print, remark, type Terminal } from "../terminal.ts";
import { nextKey, type KeyboardStream } from "./keyboard.ts";
import { PortWatch } from "./port-watch.ts";
import { redOf, tryAgain, type Red, type TriedAgain } from "./try-again.ts";

/** What does not go with it: what is for machines, and parts of a run. */
const excluded = ["json", "shard", "duration", "challenge", "all"] as const;
const marks = { fails: "✗", passes: "✓", unclear: "?" } as const;

interface Watched {
  readonly context: CommandContext;
  readonly request: TargetRequest;
  readonly parts: Parts;
  /** Absolute path of the folder into which whole runs are written. */
  readonly folder: string;
  /** A whole run, with its reports. */
  readonly runAll: () => Promise<ExitCode>;
}

/** @throws UsageError without a terminal, and for options that do not go with it */
export function refuseUnwatchable(options: CommandOptions, terminal: Terminal, several: boolean): void {
  const wrong = excluded.find((name) => options[name] !== undefined && options[name] !== false);
  if (wrong !== undefined || several)
    throw new UsageError(
      `--watch goes with one whole run of one environment; leave out ${several ? "all but one --env" : `--${wrong ?? ""}`}`,
    );
  if (flag(options, "watch") && !(terminal.stdin?.isTTY && terminal.stdout.isTTY))
    throw new UsageError(
      "--watch wants a terminal, as it waits for keys; leave it out in scripts and CI, or start it in a terminal",
    );
}

/** Ends with 130 at Ctrl-C, and at q with the code of the last whole run. */
export async function watch(input: Watched): Promise<ExitCode> {
  const { context, request } = input;
  const { terminal, interrupted } = context;
  const { stdin } = terminal;
  if (!stdin) throw new UsageError("--watch wants a terminal");
  let code = await input.runAll();
  const environment = environmentOf(request);
  // Behind a proxy, and of the service that a run starts by itself, no port tells of a restart.
  const hasPort = environment.proxy === undefined && environment.name !== embeddedName;
  const port = hasPort
    ? new PortWatch(environment.baseUrl, () => remark(terminal, "the target is down: waiting until it is back"))
    : undefined;
  try {
    while (!interrupted.aborted) {
      const red = redIn(input.folder);
      const wanted = await nextWish(stdin, port, interrupted, () => prompt(terminal, red.length, hasPort));
      if (wanted === "interrupted") break;
      if (wanted === "quit") return code;
      try {
        if (wanted === "everything" || red.length === 0) code = await input.runAll();
        else await again(input, red);
      } catch (error) {
        remark(terminal, printable(describeError(error).message));
      }
    }
    return exitCodes.interrupted;
  } finally {
    port?.stop();
  }
}

function redIn(folder: string): readonly Red[] {
  const results = readResults(folder);
  return results ? redOf(results) : [];
}

async function again({ context, request, parts, folder }: Watched, red: readonly Red[]): Promise<void> {
  const { terminal, interrupted } = context;
  const startedMs = performance.now();
  const { profile = { readings: {} } } = readCollected(folder);
  const target = await openTarget(request);
  try {
    const { environment } = target;
    const tried = await tryAgain(red, { environment, parts, profile, signal: interrupted });
    if (!interrupted.aborted)
      tell(terminal, tried, performance.now() - startedMs, (text) => environment.secrets.redact(text));
  } finally {
    await target.close();
  }
}

function tell(
  terminal: Terminal,
  tried: readonly TriedAgain[],
  tookMs: number,
  redact: (text: string) => string,
): void {
  const colors = colorsFor(terminal.stdout, terminal.env);
  // The mark, and one column less than there is: some terminals break a line that fills the last one.
  const columns = Math.max(40, terminal.stdout.columns || 100) - 3;
  const paint = { fails: colors.red, passes: colors.green, unclear: colors.yellow };
  for (const { id, state, message } of tried) {
    const said = message === undefined ? state : abbreviate(redact(message));
    print(terminal, `${paint[state](marks[state])} ${fit(`${id.padEnd(11)}${said}`, columns)}`);
  }
  const count = (state: TriedAgain["state"]): number => tried.filter((one) => one.state === state).length;
  const unclear = count("unclear") > 0 ? `, ${String(count("unclear"))} unclear` : "";
  const time = new Date().toTimeString().slice(0, 8);
  const line = `${time}  ${String(count("fails"))} of ${String(tried.length)} still red, ${String(count("passes"))} pass${unclear}, after ${(tookMs / 1000).toFixed(1)} s`;
  print(terminal, colors.bold(line));
  if (count("passes") === tried.length)
    print(terminal, "What was red passes in the scripts that showed it; a whole run (a) tells whether that is all.");
}

function prompt(terminal: Terminal, red: number, hasPort: boolean): void {
  const dim = colorsFor(terminal.stderr, terminal.env).dim;
  const again = red === 0 ? "" : `any key${hasPort ? ", or a restart of the target" : ""}: what is red again · `;
  remark(terminal, dim(`${again}a${red === 0 ? " or any key" : ""}: everything · q: end`));
}

type Wish = "again" | "everything" | "quit" | "interrupted";

async function nextWish(
  stdin: KeyboardStream,
  port: PortWatch | undefined,
  interrupted: AbortSignal,
  ask: () => void,
): Promise<Wish> {
  ask();
  const { key, stop } = nextKey(stdin);
  const stopped = new Promise<Wish>((resolve) =>
    interrupted.addEventListener("abort", () => resolve("interrupted"), { once: true }),
  );
  const restarted = port?.restart().then((): Wish => "again");
  try {
    return await Promise.race([key.then(wishOf), stopped, ...(restarted ? [restarted] : [])]);
  } finally {
    stop();
  }
}

function wishOf(key: string): Wish {
  // While single keys are read, Ctrl-C and Ctrl-D are keys like others.
  if (key === "\u0003") return "interrupted";
  if (key === "q" || key === "\u0004") return "quit";
  return key === "a" ? "everything" : "again";
}
