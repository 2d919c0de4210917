/** Data that are against the form of an action on purpose: what a target makes of them is its choice, but leaves no mark. */
import { fitData } from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { requiredMember, typedMembers } from "../../../spec/readings/unfit.ts";
import type { ActStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";

export type AgainstForm = Pick<ActStep, "data" | "markerAt" | "traits">;

/** A number as text, or a boolean: a document with such a member. */
export function withText(action: ActionDescription, doc: JsonObject, members: readonly string[]) {
  const { data, markerAt } = fitData(action, { data: doc });
  const member = members.find((name) => typeof data[name] === "number" || typeof data[name] === "boolean");
  const value = member === undefined ? undefined : data[member];
  if (member === undefined || value === undefined) return undefined;
  return { data: { ...data, [member]: JSON.stringify(value) }, ...(markerAt ? { markerAt } : {}) };
}

/** The ways in which the form of an action that is appended can be missed, as far as it is told or was found. */
export function againstForm(action: ActionDescription, doc: JsonObject): readonly AgainstForm[] {
  const alone = { workflows: [{ id: "", actions: [action] }] };
  const lacking = requiredMember(alone, "appends").map(({ member }): AgainstForm => {
    const { [member]: _, ...data } = fitData(action, { data: doc }).data;
    return { data, traits: [unfitTraits.form] };
  });
  const otherwise = typedMembers(alone, "appends").flatMap(({ members }): AgainstForm[] => {
    const input = withText(action, doc, members);
    return input ? [{ ...input, traits: [unfitTraits.type] }] : [];
  });
  return [...lacking, ...otherwise];
}
