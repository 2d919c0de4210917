/** Refusals of creations that a process explains: by a quota, or by what decides besides. */
import { ownMarkerPlace } from "../../../spec/readings/marker.ts";
import { getOwn, isJsonObject } from "../../../spec/json.ts";
import { hasFoundForm } from "../../../spec/readings/forms.ts";
import { mayBeForData, outcomeOf } from "../../../spec/readings/outcome.ts";
import { contentDeciding } from "../../../spec/readings/process.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Case } from "../case.ts";
import { dataAsSent } from "./action-content.ts";

/** Creations that were refused, and that is no fault. */
export const refusedCreations = (subject: Case): readonly Exchange[] => [
  ...refusedByQuota(subject),
  ...refusedBeginnings(subject),
];

/** Refused creations of a target on which the user has used up what he may create. */
function refusedByQuota(subject: Case): readonly Exchange[] {
  if (subject.observed("action-gating")?.creations === undefined) return [];
  return subject.exchanges.filter((one) => one.intent.kind === "create" && outcomeOf(one) === "refused");
}

/**
 * Refused creations with what never began a trace, while others did: nothing says to whom, or with which data, it would. And
 * those of which more than the form that was found by trials was seen to decide, where the other face did not take the same.
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

/** What was created: of two with the same content one face takes what the other does. */
const createdContents = (subject: Case): ReadonlySet<string> =>
  new Set(subject.exchanges.flatMap((one) => (outcomeOf(one) === "succeeded" ? (creationContent(one) ?? []) : [])));

/** Equal for two creations that bring the same but for their markers. */
function creationContent({ intent }: Exchange): string | undefined {
  if (intent.kind !== "create") return undefined;
  const { workflow, actionKey, data, files, markerAt = ownMarkerPlace, stoodFor = {} } = intent;
  const content = isJsonObject(data) ? dataAsSent(data, markerAt, stoodFor) : data;
  return JSON.stringify([workflow, actionKey, files.length, content]);
}
