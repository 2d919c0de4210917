/**
 * Makes data that break the form of an action. The target may accept or refuse them, but a refusal must leave no mark.
 */
import { fitData, type FittedData, withTextAt } from "../../../generators/index.ts";
import { freeTextsIn } from "../../../spec/data-schemas/free-texts.ts";
import { resolvedSchema } from "../../../spec/data-schemas/resolve.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import { requiredMember, typedMembers } from "../../../spec/readings/unfit.ts";
import type { ActStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { propertiesOf } from "../../../spec/data-schemas/properties.ts";

export type AgainstForm = Pick<ActStep, "data" | "markerAt" | "traits">;

/**
 * Data of an action for each document, that differ only in their free texts: other values may require further members.
 */
export function alikeButTexts(action: ActionDescription, docs: readonly JsonObject[]): readonly FittedData[] {
  const [first, ...others] = docs.map((doc) => fitData(action, { data: doc }));
  if (!first) return [];
  return [first, ...others.map((own) => ({ ...own, data: withTextsOf(action, first.data, own.data) }))];
}

/** The data with the free texts of others, where both have one. */
export function withTextsOf({ dataSchema }: ActionDescription, data: JsonObject, others: JsonObject): JsonObject {
  if (!dataSchema) return others;
  return freeTextsIn(dataSchema, data).reduce((before, { path }) => {
    const [[there], [text]] = [valuesAt(before, path), valuesAt(others, path)];
    return typeof there === "string" && typeof text === "string" ? withTextAt(before, path, text) : before;
  }, data);
}

/** The data with a number or a boolean replaced by its text; undefined where these members have none. */
export function withText(action: ActionDescription, doc: JsonObject, members: readonly string[]) {
  const { data, markerAt } = fitData(action, { data: doc });
  const member = members.find((name) => typeof data[name] === "number" || typeof data[name] === "boolean");
  const value = member === undefined ? undefined : data[member];
  if (member === undefined || value === undefined) return undefined;
  return { data: { ...data, [member]: JSON.stringify(value) }, ...(markerAt ? { markerAt } : {}) };
}

/** A value that is in no list of a form. */
const unlisted = "no such value";

/** Data without the last required member, and data with a value that is not in its list. */
export function furtherAgainstForm(action: ActionDescription, doc: JsonObject): readonly AgainstForm[] {
  const { data } = fitData(action, { data: doc });
  const wanted = requiredMember({ workflows: [{ id: "", actions: [action] }] }, "appends").flatMap(
    (one) => one.members,
  );
  const last = wanted.length > 1 ? wanted.slice(-1) : [];
  const lacking = last.map((member) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== member)));
  const schema = resolvedSchema(action.dataSchema ?? {}, action.dataSchema ?? {});
  const listed = propertiesOf(schema).filter(
    ([name, member]) => typeof data[name] === "string" && Array.isArray(member["enum"]),
  );
  const beside = listed.slice(0, 1).map(([name]) => ({ ...data, [name]: unlisted }));
  return [...lacking, ...beside].map((missed) => ({ data: missed, traits: [unfitTraits.form] }));
}

/**
 * Data that break the known form of an appended action in each way: without a required member, and with a wrong type.
 */
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
