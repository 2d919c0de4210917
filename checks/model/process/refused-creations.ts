/** Refusals of creations that a process explains: by a quota, or by data. */
import { ownMarkerPlace } from "../../../spec/readings/marker.ts";
import { getOwn, isJsonObject } from "../../../spec/json.ts";
import { hasFoundForm } from "../../../spec/readings/forms.ts";
import { mayBeForData, outcomeOf } from "../../../spec/readings/outcome.ts";
import { contentDeciding } from "../../../spec/readings/process.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { dataAsSent } from "./action-content.ts";

/** Refused creations that are no fault. */
export const refusedCreations = (subject: Case): readonly Exchange[] => [
  ...refusedByQuota(subject),
  ...refusedBeginnings(subject),
];

/** Refused creations where the user has used up the quota. */
function refusedByQuota(subject: Case): readonly Exchange[] {
  if (subject.observed("action-gating")?.creations === undefined) return [];
  return subject.exchanges.filter((one) => one.intent.kind === "create" && outcomeOf(one) === "refused");
}

/**
 * Refused creations with an action that never created a trace while others did; and those where data beyond the form
 * decide, unless the other face accepted the same.
 */
function refusedBeginnings(subject: Case): readonly Exchange[] {
  const gating = subject.observed("action-gating");
  const never = gating?.neverBegun ?? {};
  return subject.exchanges.filter(({ intent, ...sent }) => {
    if (intent.kind !== "create" || typeof intent.actionKey !== "string") return false;
    const id = subject.target.workflows[intent.workflow]?.id;
    const keys = getOwn(never, id);
    const isNever = keys?.includes(intent.actionKey) === true;
    return (isNever || isOfFoundForm(subject, { intent, ...sent })) && outcomeOf({ intent, ...sent }) === "refused";
  });
}

function isOfFoundForm(subject: Case, exchange: Exchange): boolean {
  const { intent } = exchange;
  if (intent.kind !== "create" || typeof intent.actionKey !== "string" || !mayBeForData(exchange)) return false;
  const { id = "" } = subject.target.workflows[intent.workflow] ?? {};
  const isFound = hasFoundForm(subject.profile, id, intent.actionKey);
  if (!isFound || contentDeciding(subject.observed("action-gating"), id, intent.actionKey) !== "data") return false;
  const content = creationContent(exchange);
  return content !== undefined && !subject.view(createdContents).has(content);
}

/** The contents of accepted creations: both faces must accept the same. */
const createdContents = (subject: Case): ReadonlySet<string> =>
  new Set(subject.exchanges.flatMap((one) => (outcomeOf(one) === "succeeded" ? (creationContent(one) ?? []) : [])));

/** Equal for creations that send the same, apart from markers. */
function creationContent({ intent }: Exchange): string | undefined {
  if (intent.kind !== "create") return undefined;
  const { workflow, actionKey, data, files, markerAt = ownMarkerPlace, stoodFor = {} } = intent;
  const content = isJsonObject(data) ? dataAsSent(data, markerAt, stoodFor) : data;
  return JSON.stringify([workflow, actionKey, files.length, content]);
}
