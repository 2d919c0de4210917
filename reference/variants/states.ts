import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../core/json.ts";
import { canonicalJson, getOwn, isJsonObject, setOwn } from "../core/json.ts";
import type { LinkRecord } from "../core/records.ts";
import { mapObject } from "../hooks/map-object.ts";
import type { StatePolicy } from "../policy/state.ts";
import { mergedData, shallowMerge } from "../policy/state.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

const present = (title: string, present: StatePolicy["present"]): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.state.present = present;
  });

const fold = (title: string, fold: (before: JsonObject, link: LinkRecord) => JsonObject): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.state.fold = (before, link) => fold(before ?? {}, link);
  });

/**
 * A state that shows the actions in a form of its own, while search goes by their merged data: the stored data holds
 * both, as `shown` and `merged`.
 */
const keepBeside = (title: string, show: (shown: Json | undefined, link: LinkRecord) => Json): VariantEntry =>
  variant(title, ({ policy }) => {
    const merged = (data: JsonObject | undefined): JsonObject => (isJsonObject(data?.["merged"]) ? data["merged"] : {});
    policy.state = {
      fold: (before, link) => ({
        shown: show(before?.["shown"], link),
        merged: mergedData.fold(merged(before), link),
      }),
      present: (trace) => ({ data: trace.data["shown"] ?? null }),
    };
    const { document } = policy.filters;
    policy.filters.document = (trace, link) => document({ ...trace, data: merged(trace.data) }, link);
  });

function deepMerge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = getOwn(under, key);
    setOwn(merged, key, isJsonObject(before) && isJsonObject(value) ? deepMerge(before, value) : value);
  }
  return merged;
}

/** RFC 7396. */
function mergePatch(under: JsonObject, over: JsonObject): JsonObject {
  const patched: Record<string, Json> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = getOwn(under, key);
    if (value === null) delete patched[key];
    else setOwn(patched, key, isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value);
  }
  return patched;
}

/** Does it in one workflow alone, while the states of the others stay as they are. */
const inOneWorkflow = ({ title, install }: VariantEntry): VariantEntry =>
  variant(`In one workflow alone: ${title}`, (hooks) => {
    const { policy } = hooks;
    const usual = { ...policy.state, document: policy.filters.document };
    install(hooks);
    const other = { ...policy.state, document: policy.filters.document };
    const choiceFor = (workflowId: string) => (workflowId === "2042" ? other : usual);
    policy.state.fold = (before, link) => choiceFor(link.workflowId).fold(before, link);
    policy.state.present = (trace) => choiceFor(trace.workflowId).present(trace);
    policy.filters.document = (trace, link) => choiceFor(trace.workflowId).document(trace, link);
  });

/** Other readings of how the data of actions becomes the state, and of how the state is shown. */
const everywhere = {
  "state-data/among-other-members": present("The data stands beside members of the service.", (trace) => ({
    data: trace.data,
    workflowId: trace.workflowId,
    linkCount: trace.linkCount,
    updatedAt: trace.updatedAt.toISOString(),
  })),
  "state-data/base64": present("The data is base64 of JSON text.", ({ data }) => ({
    data: Buffer.from(canonicalJson(data)).toString("base64"),
  })),
  "state-data/deep-merge": fold("Objects are merged member by member at every depth.", (before, { data }) =>
    deepMerge(before, data),
  ),
  "state-data/first-wins": fold("A member keeps its first value.", (before, { data }) => shallowMerge(data, before)),
  "state-data/flat": present("The data is the state itself.", ({ data }) => data),
  "state-data/json-text": present("The data is a text that holds JSON.", ({ data }) => ({ data: canonicalJson(data) })),
  "state-data/keyed-by-action": keepBeside(
    "The state has one member per action key, with the data of its last action.",
    (shown, { actionKey, data }) => shallowMerge(isJsonObject(shown) ? shown : {}, { [actionKey]: data }),
  ),
  "state-data/keyed-by-action-shallow-merge": keepBeside(
    "The state has one member per action key, in which the data of its actions are merged.",
    (shown, { actionKey, data }) => {
      const all = isJsonObject(shown) ? shown : {};
      const before = getOwn(all, actionKey);
      return shallowMerge(all, { [actionKey]: shallowMerge(isJsonObject(before) ? before : {}, data) });
    },
  ),
  "state-data/keyed-by-group": keepBeside(
    "The state has one member per group label, with the data of its last action.",
    (shown, { groupLabel, data }) => shallowMerge(isJsonObject(shown) ? shown : {}, { [groupLabel]: data }),
  ),
  "state-data/list-of-actions": keepBeside("The state lists the data of all actions.", (shown, { data }) => [
    ...(Array.isArray(shown) ? shown : []),
    data,
  ]),
  "state-data/merge-patch": fold(
    "Actions are merge patches (RFC 7396): null takes a member away.",
    (before, { data }) => mergePatch(before, data),
  ),
  "state-data/nested-deeper": present("The data stands at `trace.current.values`.", ({ data }) => ({
    trace: { current: { values: data } },
  })),
  "state-data/null-removes": fold(
    "The members of an action replace those of the same name, and null takes a member away.",
    (before, { data }) => mapObject(shallowMerge(before, data), (member) => (member === null ? undefined : member)),
  ),
  "state-data/opaque": present("The state tells where the trace stands and shows no data.", (trace) => ({
    revision: trace.linkCount,
    fingerprint: createHash("sha256").update(canonicalJson(trace.data)).digest("hex"),
  })),
  "state-data/replace": fold("The state shows the data of the last action.", (_before, { data }) => data),

  "volatile-members/state-read-time": variant("The state tells when it was read.", ({ policy }) => {
    const { present } = policy.state;
    policy.state.present = (trace) => ({ ...present(trace), readAt: new Date().toISOString() });
  }),
} satisfies VariantEntries;

/** Those that one workflow alone chooses: what a state shows is computed by the code of its workflow. */
const inOneWorkflowAlone = {
  "state-data/one-workflow-base64": inOneWorkflow(everywhere["state-data/base64"]),
  "state-data/one-workflow-keyed-by-action": inOneWorkflow(everywhere["state-data/keyed-by-action"]),
  "state-data/one-workflow-list-of-actions": inOneWorkflow(everywhere["state-data/list-of-actions"]),
  "state-data/one-workflow-null-removes": inOneWorkflow(everywhere["state-data/null-removes"]),
  "state-data/one-workflow-opaque": inOneWorkflow(everywhere["state-data/opaque"]),
  "volatile-members/one-workflow-state-read-time": inOneWorkflow(everywhere["volatile-members/state-read-time"]),
};

export const states: VariantEntries = { ...everywhere, ...inOneWorkflowAlone };
