/** Filters by names that the target's state uses itself. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isByOwnName, namesInState } from "../../spec/readings/state-names.ts";
import type { Case } from "./case.ts";

const namesOfState = ({ target, profile }: Case): ReadonlySet<string> => namesInState(target, profile);

/** True where what a filter means is open: the state has something of the target's own by that name. */
export function meansOwn(filters: Json, subject: Case): boolean {
  return isJsonObject(filters) && isByOwnName(filters, subject.view(namesOfState));
}
