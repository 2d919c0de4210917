import type { Invention } from "../tools.ts";
import { access } from "./access.ts";
import { actions } from "./actions.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { search } from "./search.ts";
import { second } from "./second/index.ts";
import { state } from "./state.ts";
import { third } from "./third/index.ts";
import { values } from "./values.ts";

/** Faulty services, each with one lie. */
export const inventions: Invention[] = [
  ...access,
  ...values,
  ...state,
  ...actions,
  ...details,
  ...files,
  ...search,
  ...second,
  ...third,
];
