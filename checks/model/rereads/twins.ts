/** Traces that were built by the same steps, and what their last reads show. */
import { firstDifference } from "../../../spec/readings/equal.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { Observed } from "../../rule.ts";
import { nameOf } from "../../support/exchanges.ts";
import { placeText } from "../../support/place.ts";
import type { Case } from "../case.ts";
import { digestsShown } from "../files/shown-files.ts";
import { pageOf, stableLink, stableState } from "../links/links.ts";
import { momentOf } from "../moment.ts";
import { isWhileBusy } from "../process/busy-traces.ts";
import { stateReads } from "../readers/colleagues.ts";
import { differBesideSent, mayDifferByOwn } from "../process/own-changes.ts";
import { withoutOwnTexts } from "../unmarked.ts";
import type { ModelAction, ModelTrace } from "../world.ts";
import { countedAlike, echoesOf, outlineOf, textsOf, type Sent } from "./outline.ts";

/** Groups of traces that were built by the same steps. */
export const groups = (subject: Case): readonly (readonly [ModelTrace, ...ModelTrace[]])[] => {
  const pairs = subject.view(twins).filter(({ trace }) => trace.actions.every(({ unclear }) => !unclear));
  return [...Map.groupBy(pairs, ({ twin }) => twin)].map(([twin, own]) => [twin, ...own.map(({ trace }) => trace)]);
};

/** The traces built by the same steps as an earlier one, with comparisons of their last reads. */
export const twins = (subject: Case) => {
  const traces = [...subject.world.traces.values()].filter(({ indeterminate }) => indeterminate.length === 0);
  return traces.flatMap((trace, index) => {
    // All are compared with the first one.
    const twin = traces.slice(0, index).find((other) => areTwins(other, trace, subject));
    return twin ? [{ twin, trace, seen: comparedReads(twin, trace, subject) }] : [];
  });
};

function comparedReads(twin: ModelTrace, trace: ModelTrace, subject: Case): readonly Observed[] {
  const twinReads = new Map([...statesOnTheWay(twin, subject), ...finalReads(twin, subject)]);
  const reads = new Map([...statesOnTheWay(trace, subject), ...finalReads(trace, subject)]);
  const [sentToTwin, sent] = [sentIn(twin, subject), sentIn(trace, subject)];
  return [...twinReads].flatMap(([kind, one]): Observed[] => {
    const two = reads.get(kind);
    if (!two) return [];
    const [outline, other] = countedAlike(outlineOf(one.shown, sentToTwin), outlineOf(two.shown, sent));
    const found = firstDifference(outline, other);
    // Changes by the service itself may come to the other later, or never where it draws.
    const isByItself =
      found !== undefined &&
      two.read.intent.kind !== "details" &&
      (isDrawn(trace, subject) ||
        mayDifferByOwn({ trace: twin, read: one.read }, { trace, read: two.read }, subject)) &&
      differBesideSent(outline, other, trace, subject);
    // One may have been read while busy.
    const isBusy =
      found !== undefined &&
      (isWhileBusy(twin, one.read, subject) || isWhileBusy(trace, two.read, subject)) &&
      differBesideSent(outline, other, trace, subject);
    const difference = isByItself || isBusy ? undefined : found;
    const finding = difference && {
      message: `${nameOf(two.read)} looks otherwise for a trace built by the same steps through another face, at ${placeText(difference.path)}`,
      expected: difference.expected,
      actual: difference.actual,
      with: [one.read, twin.created.exchange, trace.created.exchange],
    };
    return [[two.read, finding]];
  });
}

const sentIn = (trace: ModelTrace, subject: Case): Sent => ({
  echoes: echoesOf(trace, subject),
  own: textsOf(trace),
  digests: digestsShown(trace.id, subject),
});

/** True for a trace of a workflow that decides at random. */
export function isDrawn(trace: ModelTrace, subject: Case): boolean {
  const workflow = subject.workflowOf(trace);
  return workflow !== undefined && subject.observed("action-gating")?.drawn?.includes(workflow.id) === true;
}

/** What a read shows, without volatile members. */
export interface ShownRead {
  readonly shown: Json;
  readonly read: Exchange;
}

function areTwins(left: ModelTrace, right: ModelTrace, subject: Case): boolean {
  if (left.actions.length !== right.actions.length) return false;
  return left.actions.every((action, index) => {
    const other = right.actions[index];
    return (
      other !== undefined &&
      action.actionKey === other.actionKey &&
      action.groupLabel === other.groupLabel &&
      action.workflow === other.workflow &&
      namesOf(action) === namesOf(other) &&
      // A member that only one of them uses as a marker may be shown.
      action.markerAt.join() === other.markerAt.join() &&
      firstDifference(withoutOwnTexts(action, subject), withoutOwnTexts(other, subject)) === undefined
    );
  });
}

/** The files without their bytes, which differ on each trace. */
function namesOf({ files }: ModelAction): string {
  return JSON.stringify(files.map(({ fileName, partName, contentType }) => [fileName, partName, contentType]));
}

/** By position and reader, the states after each action but the last: from reads and answers. */
export function statesOnTheWay(trace: ModelTrace, subject: Case): ReadonlyMap<string, ShownRead> {
  return new Map([...statesAfterEach(trace, subject)].filter(([, { done }]) => done < trace.actions.length));
}

/** By position and reader, the states after each action: from reads and answers. */
export function statesAfterEach(
  trace: ModelTrace,
  subject: Case,
): ReadonlyMap<string, ShownRead & { readonly done: number }> {
  const shown = new Map<string, ShownRead & { readonly done: number }>();
  const answers = trace.actions.map(({ exchange }) => exchange).filter(({ intent }) => intent.kind === "act");
  const reads = stateReads(trace, subject).map(({ exchange }) => exchange);
  for (const read of [...reads, ...answers]) {
    const state = payloadMember(read, "state");
    const { exact, acknowledged } = momentOf(trace, read);
    if (!isJsonObject(state) || !exact) continue;
    const place = JSON.stringify([acknowledged.length, senderOf(read)]);
    shown.set(place, { shown: stableState(state, subject), read, done: acknowledged.length });
  }
  return shown;
}

/** The last state and the last complete list of links of each face, after all actions. */
export function finalReads(trace: ModelTrace, subject: Case): ReadonlyMap<string, ShownRead> {
  const reads = new Map<string, ShownRead>();
  for (const read of trace.reads) {
    const { exact, acknowledged } = momentOf(trace, read);
    if (!exact || acknowledged.length !== trace.actions.length) continue;
    const state = payloadMember(read, "state");
    if (read.intent.kind === "state" && isJsonObject(state))
      reads.set(`state ${read.face}`, { shown: stableState(state, subject), read });
    const links = pageOf(read)?.links;
    if (links?.length === trace.actions.length)
      reads.set(`links ${read.face}`, { shown: links.map((link) => stableLink(link, subject)), read });
  }
  return reads;
}
