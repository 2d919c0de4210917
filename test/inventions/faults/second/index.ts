import type { Invention } from "../../tools.ts";
import { access } from "./access.ts";
import { actions } from "./actions.ts";
import { answers } from "./answers.ts";
import { archives } from "./archives.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { values } from "./values.ts";

/** Faults of other classes than the first: layers in between, rare triggers, and two things that meet. */
export const second: Invention[] = [
  ...access,
  ...values,
  ...state,
  ...actions,
  ...details,
  ...files,
  ...archives,
  ...search,
  ...answers,
];
