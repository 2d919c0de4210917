/** Filters by names that the target uses in its own part of the state. */
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isByOwnName, namesInState } from "../../spec/readings/state-names.ts";
import type { Case } from "./case.ts";

const namesOfState = ({ target, profile }: Case): ReadonlySet<string> => namesInState(target, profile);

/** True where the meaning of a filter is open, as the state has something of the target's own with that name. */
export function meansOwn(filters: Json, subject: Case): boolean {
  return isJsonObject(filters) && isByOwnName(filters, subject.view(namesOfState));
}
