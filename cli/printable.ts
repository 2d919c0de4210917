/** Text of a target, made harmless for a terminal. */
export { printable, printableLines } from "../reports/text/escape.ts";
