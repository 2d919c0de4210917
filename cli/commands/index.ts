/** Every command, in the order of the help text. */
import type { CommandModule } from "../command.ts";
import { explainCommand } from "./explain.ts";
import { initCommand } from "./init.ts";
import { listCommand } from "./list.ts";
import { runCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";

export const commands: readonly CommandModule[] = [runCommand, initCommand, serveCommand, listCommand, explainCommand];
