/** Says of a target that is written to by one flag alone that it is, and what keeps it from being. */
import { isWrittenByFlagAlone, type Environment } from "../driver/index.ts";
import { printable } from "./printable.ts";
import { colorsFor, remark, type Terminal } from "./terminal.ts";

/** One line on stderr, which `--quiet` does not silence; nothing where the access was given in words. */
export function tellWrittenByFlag(terminal: Terminal, environment: Environment): void {
  if (!isWrittenByFlagAlone(environment)) return;
  const { baseUrl, secrets } = environment;
  const { yellow } = colorsFor(terminal.stderr, terminal.env);
  remark(
    terminal,
    `${yellow("writes:")} traces are created on ${printable(secrets.redact(baseUrl))}, because --create-action was given; ` +
      "--access read-only keeps it from writing",
  );
}
