/** Every command, in the order of the help text. */
import type { CommandModule } from "../command.ts";
import { compareCommand } from "./compare.ts";
import { describeCommand } from "./describe.ts";
import { doctorCommand } from "./doctor.ts";
import { explainCommand } from "./explain.ts";
import { faultsCommand } from "./faults.ts";
import { initCommand } from "./init.ts";
import { listCommand } from "./list.ts";
import { mergeCommand } from "./merge.ts";
import { observeCommand } from "./observe.ts";
import { planCommand } from "./plan.ts";
import { recheckCommand } from "./recheck.ts";
import { replayCommand } from "./replay.ts";
import { reportCommand } from "./report.ts";
import { runCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";

export const commands: readonly CommandModule[] = [
  runCommand,
  initCommand,
  doctorCommand,
  planCommand,
  observeCommand,
  replayCommand,
  recheckCommand,
  compareCommand,
  mergeCommand,
  reportCommand,
  describeCommand,
  listCommand,
  explainCommand,
  faultsCommand,
  serveCommand,
];
