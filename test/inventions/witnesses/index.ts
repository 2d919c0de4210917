/* For each invention the shortest dialogue that shows its lie. */
import { access } from "./access.ts";
import { actions } from "./actions.ts";
import { details } from "./details.ts";
import { files } from "./files.ts";
import { search } from "./search.ts";
import { second } from "./second/index.ts";
import { state } from "./state.ts";
import { third } from "./third/index.ts";
import type { Witnesses } from "./tools.ts";
import { values } from "./values.ts";

export const witnesses: Witnesses = {
  ...access,
  ...values,
  ...state,
  ...actions,
  ...details,
  ...files,
  ...search,
  ...second,
  ...third,
};
