/** What an action sends, without the texts that identify it. */
import { withTexts } from "../../spec/readings/shown-values.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isMarker, withoutMarks } from "../../spec/readings/marker.ts";
import { needsOwnTexts } from "../../spec/readings/process.ts";
import { valuesAt, without } from "../../spec/readings/path.ts";
import { freeTextsIn } from "../../spec/data-schemas/free-texts.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import type { Case } from "./case.ts";
import type { ModelAction } from "./world.ts";

export function withoutMarker({ data, markerAt }: Pick<ModelAction, "data" | "markerAt">): Json {
  return unmarked(withoutMarks(data, markerAt));
}

/** The same, without texts that must be unique for each action. */
export function withoutOwnTexts(action: ModelAction, subject: Case): Json {
  const { exchange } = action;
  const { stoodFor = {} } = exchange.intent.kind === "act" ? exchange.intent : {};
  // A value that the service made differs on each trace.
  const content = withTexts(withoutMarker(action), stoodFor);
  const workflow = subject.target.workflows[action.workflow];
  const schema = workflow?.actions.find(({ key }) => key === action.actionKey)?.dataSchema;
  if (!schema || !needsOwnTexts(subject.observed("action-gating"), workflow.id, action.actionKey)) return content;
  const texts = isJsonObject(content) ? freeTextsIn(schema, content).map(({ path }) => path) : [];
  const there = texts.filter((path) => valuesAt(content, path).length > 0);
  return { content: without(content, there), texts: there };
}

/**
 * What must be unique for each such action; one repetition is enough for a refusal. Its codes, each with its path, and
 * all its texts together; everything but the marker where its form has no texts.
 */
export function ownTextsIn(
  action: Pick<ModelAction, "data" | "markerAt">,
  workflow: WorkflowDescription | undefined,
  key: string,
): readonly Json[] {
  const schema = workflow?.actions.find((one) => one.key === key)?.dataSchema;
  const content = withoutMarker(action);
  const places = schema && isJsonObject(content) ? freeTextsIn(schema, content) : [];
  const texts = places.flatMap(({ path }) => valuesAt(content, path).map((text) => ({ path, text })));
  const codes = texts.filter(({ text }) => typeof text === "string" && code.test(text));
  const all = texts.map(({ text }) => text);
  return [...codes.map(({ path, text }) => [...path, text]), { all: all.some((text) => text !== "") ? all : content }];
}

/** A text with a digit and without spaces. */
const code = /^[^\s\d]*\d\S*$/u;

/** Texts of a form may contain the marker as well. */
function unmarked(value: Json): Json {
  if (typeof value === "string") return isMarker(value) ? "" : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmarked(member)]));
}
