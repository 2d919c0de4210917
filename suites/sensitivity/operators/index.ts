/** Every operator. To add one: an entry in the file of its kind, and its line in the test of operators. */
import type { Operator } from "../mutant.ts";
import { files } from "./files.ts";
import { form } from "./form.ts";
import { identifiers } from "./identifiers.ts";
import { history } from "./lies.ts";
import { links } from "./links.ts";
import { processes } from "./process.ts";
import { refusals } from "./refusals.ts";
import { robustness } from "./robustness.ts";
import { lists, search } from "./search.ts";
import { session } from "./sessions.ts";
import { state } from "./state.ts";
import { values } from "./values.ts";

export const operators: readonly Operator[] = [
  ...form,
  ...identifiers,
  ...values,
  ...state,
  ...links,
  ...files,
  ...search,
  ...lists,
  ...refusals,
  ...session,
  ...robustness,
  ...history,
  ...processes,
];
