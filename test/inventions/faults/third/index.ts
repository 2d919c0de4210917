import type { Invention } from "../../tools.ts";
import { access } from "./access.ts";
import { answers } from "./answers.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { values } from "./values.ts";

/** Faults that want the suite to look at what is rarely looked at, or at two operations together. */
export const third: Invention[] = [...access, ...values, ...state, ...details, ...files, ...search, ...answers];
