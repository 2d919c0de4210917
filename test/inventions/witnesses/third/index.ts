import type { Witnesses } from "../tools.ts";
import { access } from "./access.ts";
import { answers } from "./answers.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { search } from "./search.ts";
import { state } from "./state.ts";
import { values } from "./values.ts";

export const third: Witnesses = {
  ...access,
  ...values,
  ...state,
  ...details,
  ...files,
  ...search,
  ...answers,
};
