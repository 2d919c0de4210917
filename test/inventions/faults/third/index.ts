import type { Invention } from "../../tools.ts";
import { access } from "./access.ts";
import { answers } from "./answers.ts";

/** Faults that want the suite to look at what is rarely looked at, or at two operations together. */
export const third: Invention[] = [...access, ...answers];
