/** How the final screen is rendered for who reads it. */
import type { RenderOptions } from "../reports/index.ts";
import { programAsTyped } from "./program-as-typed.ts";
import { wantsColor, type Terminal } from "./terminal.ts";

/** Colours, width and length of this terminal, and how commands are typed there. A log, as of CI, has no last line. */
export function screenOptions(
  terminal: Terminal,
): Required<Pick<RenderOptions, "colour" | "program">> & Pick<RenderOptions, "columns" | "lines"> {
  const { isTTY = false, columns } = terminal.stdout;
  return {
    colour: wantsColor(terminal.stdout, terminal.env),
    program: programAsTyped(terminal),
    ...(columns === undefined ? {} : { columns }),
    ...(isTTY ? {} : { lines: Infinity }),
  };
}
