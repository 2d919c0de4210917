/**
 * Changes by the service itself between two reads, where it is known to act some time after an action: a link is
 * appended, and members change that nobody sent. Everything else must stay.
 */
import { levelsAbove } from "../../../spec/readings/computed-values.ts";
import { differences } from "../../../spec/readings/equal.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { type Json, ownNames } from "../../../spec/json.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import type { Case } from "../case.ts";
import { asManyLinks, countAround } from "../links/link-counts.ts";
import { actionOfLink } from "../links/links.ts";
import { isOwnLink, mayHaveOwnLinks } from "../links/own-links.ts";
import { traceKey, type ModelTrace } from "../world.ts";

/** True where the service may have appended a link between two reads of the trace. */
export function mayActBetween(trace: ModelTrace, earlier: Exchange, later: Exchange, subject: Case): boolean {
  if (subject.observed("own-links")?.late !== true || !mayHaveOwnLinks(trace, subject)) return false;
  return !asManyLinks(subject, traceKey(trace.id), earlier, later);
}

/** A read of a trace after all of its actions. */
interface ReadInTheEnd {
  readonly trace: ModelTrace;
  readonly read: Exchange;
}

/** True where one of two such traces may have an own link that the other does not have yet. */
export function mayDifferByOwn(one: ReadInTheEnd, other: ReadInTheEnd, subject: Case): boolean {
  if (subject.observed("own-links")?.late !== true) return false;
  if (![one, other].some(({ trace }) => mayHaveOwnLinks(trace, subject))) return false;
  const [here, there] = [one, other].map(({ trace, read }) =>
    countAround(subject, traceKey(trace.id), read, trace.actions.length),
  );
  return here === undefined || here !== there;
}

/** Links that were read, and the total. */
export interface CountedLinks {
  readonly exchange: Exchange;
  readonly links: readonly Json[];
  readonly total: number;
}

/**
 * The links of two reads without the own links appended in between; undefined where the later total is not greater, or
 * own links do not explain the difference.
 * @param alike whether two own links look the same
 */
export function withoutOwnBetween(
  earlier: CountedLinks,
  later: CountedLinks,
  trace: ModelTrace,
  subject: Case,
  alike: (one: Json, other: Json) => boolean,
): readonly [before: readonly Json[], after: readonly Json[]] | undefined {
  // Of two parallel reads either may have come first.
  const together = later.exchange.sentAtMs < earlier.exchange.receivedAtMs;
  if (together && later.total < earlier.total) {
    const [after, before] = withoutOwnBetween(later, earlier, trace, subject, alike) ?? [];
    return before && after && [before, after];
  }
  if (later.total <= earlier.total) return undefined;
  const isOwn = (link: Json): boolean => isOwnLink(link, trace, subject);
  const isWhole = [earlier, later].every(({ links, total }) => links.length === total);
  if (!isWhole) {
    const [here, there] = [earlier, later].map(
      ({ links }) => new Set(links.map((link) => actionOfLink(link, trace, subject))),
    );
    const isShared = (link: Json): boolean => {
      const action = actionOfLink(link, trace, subject);
      return action !== undefined && here?.has(action) === true && there?.has(action) === true;
    };
    return [earlier.links.filter(isShared), later.links.filter(isShared)];
  }
  let at = 0;
  const kept = later.links.filter((link) => {
    const known = earlier.links[at];
    const isNew = isOwn(link) && (known === undefined || !isOwn(known) || !alike(known, link));
    if (!isNew) at += 1;
    return !isNew;
  });
  return later.links.length - kept.length === later.total - earlier.total ? [earlier.links, kept] : undefined;
}

/** True where two states differ in nothing that was sent. */
export function differInUnsent(before: Json, after: Json, trace: ModelTrace, subject: Case): boolean {
  return differBesideSent(before, after, trace, subject) && losesNothingSent(before, after, trace);
}

/** True where two states, or their outlines, do not differ where the state shows sent data. */
export function differBesideSent(before: Json, after: Json, trace: ModelTrace, subject: Case): boolean {
  const { path = null, fold } = subject.stateReading(trace) ?? {};
  const names = new Set(trace.actions.flatMap(({ data }) => ownNames(data)));
  const isSent = (place: readonly string[]): boolean => {
    if (!path?.every((step, index) => place[index] === step)) return false;
    const isByName = path.length === 0 || (fold !== undefined && levelsAbove(fold) === 0);
    return !isByName || names.has(place[path.length] ?? "");
  };
  for (const { path: place } of differences(before, after)) if (isSent(place)) return false;
  return true;
}

/** True where no sent text is lost. */
export function losesNothingSent(before: Json, after: Json, { actions }: ModelTrace): boolean {
  const sent = new Set(actions.flatMap(({ data }) => textsIn(data)));
  for (const { expected, actual } of differences(before, after)) {
    const left = new Set(textsIn(actual));
    if (textsIn(expected).some((text) => sent.has(text) && !left.has(text))) return false;
  }
  return true;
}
