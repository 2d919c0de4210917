/** Two traces that were built by the same steps look alike: one through each face, or one between actions that are refused. */
import { firstDifference } from "../spec/readings/equal.ts";
import { payloadMember } from "../spec/readings/outcome.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { hasTokenDefect } from "./model/files/files.ts";
import { growthOf, type Growth } from "./model/states/growth.ts";
import { pageOf, stableLink, stableState } from "./model/links/links.ts";
import { momentOf } from "./model/moment.ts";
import { numbersByFace } from "./model/pages/numbers-by-face.ts";
import { otherwiseBetween } from "./model/rereads/beside-refused.ts";
import { countedAlike, echoesOf, outlineOf, textsOf, type Sent } from "./model/rereads/outline.ts";
import { differBesideSent, mayDifferByOwn } from "./model/process/own-changes.ts";
import { withoutOwnTexts } from "./model/unmarked.ts";
import type { ModelAction, ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";
import { placeText } from "./support/place.ts";

export const twinRules: readonly Rule[] = [
  rule("EQUIV-06", function* (subject) {
    yield* alike(subject, (twin, trace) => twin.created.exchange.face !== trace.created.exchange.face);
    for (const growth of subject.view(growths))
      yield counted(
        growth,
        growth.byLegacyCreation !== 0,
        "a creation through legacy counts otherwise than through v2",
      );
  }),
  rule("EQUIV-07", function* (subject) {
    yield* alike(subject, (twin, trace) => facesOf(twin) !== facesOf(trace));
    for (const growth of subject.view(growths)) {
      const { v2, legacy } = growth.perAction;
      yield counted(growth, v2 !== legacy, `an action through v2 adds ${v2}, one through legacy ${legacy}`);
    }
    for (const group of subject.view(groups)) {
      const shown = isDrawn(group[0], subject) ? undefined : numbersByFace(group, subject);
      if (shown) yield [shown.exchange, shown.finding];
    }
  }),
  // What shows only once something else was done no read right behind the refusal tells.
  rule("REFUSE-01", function* (subject) {
    for (const [before, tried, after] of subject.view(triedBetween)) {
      const [shown, reads, later] = [before, tried, after].map((trace) => finalReads(trace, subject));
      for (const [kind, { shown: between, read }] of reads ?? []) {
        const [one, other] = [shown?.get(kind), later?.get(kind)];
        if (one && other) yield [read, leftLate([one, { shown: between, read }, other], tried)];
      }
    }
  }),
];

interface Shown {
  readonly shown: Json;
  readonly read: Exchange;
}

function leftLate([one, between, other]: readonly [Shown, Shown, Shown], tried: ModelTrace): Finding | undefined {
  const seconds = (between.read.receivedAtMs - tried.created.exchange.sentAtMs) / 1_000;
  const found = otherwiseBetween([one.shown, between.shown, other.shown], seconds);
  return (
    found && {
      message: `${nameOf(between.read)} shows at ${found.place} something else than for traces built by the same steps on which no action was refused in between`,
      expected: found.expected,
      actual: found.actual,
      with: [...tried.refused.slice(0, 1).map(({ exchange }) => exchange), one.read, other.read],
    }
  );
}

/** Traces on which actions were refused, each between two that were built by the same steps, by the same users, before and after. */
const triedBetween = (subject: Case): readonly (readonly [ModelTrace, ModelTrace, ModelTrace])[] =>
  subject.view(groups).flatMap((group) =>
    [...Map.groupBy(group, buildersOf).values()].flatMap((alikes) =>
      alikes.flatMap((tried) => {
        const { refused, created } = tried;
        if (refused.length === 0 || isDrawn(tried, subject) || refused.some((one) => hasTokenDefect(one.exchange)))
          return [];
        const clean = alikes.filter((trace) => trace.refused.length === 0);
        const before = clean.find((trace) => lastOf(trace) <= created.exchange.sentAtMs);
        const after = clean.find((trace) => trace.created.exchange.sentAtMs >= lastOf(tried));
        return before && after ? [[before, tried, after] as const] : [];
      }),
    ),
  );

const buildersOf = ({ actions }: ModelTrace): string =>
  JSON.stringify(actions.map(({ exchange: { face, actor } }) => [face, actor]));

const lastOf = ({ reads, actions, refused }: ModelTrace): number =>
  Math.max(...[...reads, ...[...actions, ...refused].map(({ exchange }) => exchange)].map((one) => one.receivedAtMs));

/**
 * Twins that differ in the faces that built them have states and links of the same outline: the same members with
 * values of the same types.
 */
function* alike(subject: Case, differ: (twin: ModelTrace, trace: ModelTrace) => boolean): Iterable<Observed> {
  for (const { twin, trace, seen } of subject.view(twins)) if (differ(twin, trace)) yield* seen;
}

/** The traces that were built by the same steps, together. */
const groups = (subject: Case): readonly (readonly [ModelTrace, ...ModelTrace[]])[] => {
  const pairs = subject.view(twins).filter(({ trace }) => trace.actions.every(({ unclear }) => !unclear));
  return [...Map.groupBy(pairs, ({ twin }) => twin)].map(([twin, own]) => [twin, ...own.map(({ trace }) => trace)]);
};

/** What grows by each action, in each group of traces that were built by the same steps. */
const growths = (subject: Case): readonly Growth[] => subject.view(groups).flatMap((group) => growthOf(group, subject));

function counted({ path, perAction, shownBy, ...growth }: Growth, isWrong: boolean, message: string): Observed {
  const place = path.join(".");
  const finding = {
    message: `${nameOf(shownBy)} counts at ${place}: ${message}`,
    expected: "the same",
    actual: perAction,
  };
  return [shownBy, isWrong && { ...finding, with: growth.with }];
}

/** The traces that were built by the same steps as an earlier one, with what their last reads show of both. */
const twins = (subject: Case) => {
  const traces = [...subject.world.traces.values()].filter(({ indeterminate }) => indeterminate.length === 0);
  return traces.flatMap((trace, index) => {
    // The first of them, to which all others are held.
    const twin = traces.slice(0, index).find((other) => areTwins(other, trace, subject));
    return twin ? [{ twin, trace, seen: comparedReads(twin, trace, subject) }] : [];
  });
};

function comparedReads(twin: ModelTrace, trace: ModelTrace, subject: Case): readonly Observed[] {
  const twinReads = finalReads(twin, subject);
  const reads = finalReads(trace, subject);
  return [...twinReads].flatMap(([kind, one]): Observed[] => {
    const two = reads.get(kind);
    if (!two) return [];
    const [outline, other] = countedAlike(
      outlineOf(one.shown, sentIn(twin, subject)),
      outlineOf(two.shown, sentIn(trace, subject)),
    );
    const found = firstDifference(outline, other);
    // What came to one of them by the hand of the service may come to the other later, or never where it draws.
    const isByItself =
      found !== undefined &&
      two.read.intent.kind === "state" &&
      (isDrawn(trace, subject) ||
        mayDifferByOwn({ trace: twin, read: one.read }, { trace, read: two.read }, subject)) &&
      differBesideSent(outline, other, trace, subject);
    const difference = isByItself ? undefined : found;
    const finding = difference && {
      message: `${nameOf(two.read)} looks otherwise for a trace built by the same steps through another face, at ${placeText(difference.path)}`,
      expected: difference.expected,
      actual: difference.actual,
      with: [one.read, twin.created.exchange, trace.created.exchange],
    };
    return [[two.read, finding]];
  });
}

const sentIn = (trace: ModelTrace, subject: Case): Sent => ({ echoes: echoesOf(trace, subject), own: textsOf(trace) });

function isDrawn({ created }: ModelTrace, subject: Case): boolean {
  const id = subject.target.workflows[created.workflow]?.id;
  return id !== undefined && subject.observed("action-gating")?.drawn?.includes(id) === true;
}

/** The faces of the actions after the creation. */
function facesOf(trace: ModelTrace): string {
  return trace.actions
    .slice(1)
    .map(({ exchange }) => exchange.face)
    .join(" ");
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
      // A remark that marks one of them alone may be shown.
      action.markerAt.join() === other.markerAt.join() &&
      firstDifference(withoutOwnTexts(action, subject), withoutOwnTexts(other, subject)) === undefined
    );
  });
}

/** The files but for their bytes, which are each trace's own. */
function namesOf({ files }: ModelAction): string {
  return JSON.stringify(files.map(({ fileName, partName, contentType }) => [fileName, partName, contentType]));
}

/** The last state and the last whole list of links of each face, after all actions. */
function finalReads(trace: ModelTrace, subject: Case): ReadonlyMap<string, Shown> {
  const reads = new Map<string, Shown>();
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
