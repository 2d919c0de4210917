/** DATA, DETAILS-07: what was sent comes back as it was sent, in links and in the state, where the target shows it there. */
import { sameJson } from "../spec/readings/equal.ts";
import { dataOfLink } from "../spec/readings/link-data.ts";
import { markerIn } from "../spec/readings/marker.ts";
import { payloadOf } from "../spec/readings/outcome.ts";
import { everyPlace } from "../spec/readings/path.ts";
import { senderOf } from "../spec/readings/people.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Finding } from "./judgements.ts";
import type { Case } from "./model/case.ts";
import { kindOfDifference, kindsInOnce } from "./model/states/fidelity.ts";
import { keptFrom } from "./model/readers/kept-members.ts";
import { isColleague } from "./model/readers/colleagues.ts";
import { alikeOfLink } from "./model/links/links.ts";
import { colleagueListings, listings } from "./model/pages/listings.ts";
import { differenceOf, placedLinks } from "./model/pages/placed-links.ts";
import { predictedStates } from "./model/states/states.ts";
import type { ModelAction, ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";
import { placeText } from "./support/place.ts";

const kinds = [
  "DATA-01",
  "DATA-02",
  "DATA-03",
  "DATA-04",
  "DATA-05",
  "DATA-06",
  "DATA-07",
  "DATA-08",
  "DATA-09",
] as const;

export const dataRules: readonly Rule[] = [
  ...kinds.map((kind) => rule(kind, (subject) => subject.view(fidelityByKind).get(kind) ?? [])),

  rule("DATA-05", function* (subject) {
    for (const trace of subject.world.traces.values()) yield* namedInAnotherCase(trace, subject);
  }),

  rule("DETAILS-07", function* (subject) {
    for (const { exchange, finding } of subject.view(shownInLinks)) yield [exchange, finding];
    yield* oddData(subject);
  }),
];

/**
 * Reads that show the marker of an action by its own name in another case, and nowhere by the name that was sent. Where links
 * have it as it was sent, a state may be computed of it by whatever names.
 */
function* namedInAnotherCase({ actions, reads }: ModelTrace, subject: Case): Iterable<Observed> {
  const isComputed = Boolean(subject.observed("link-data")?.path) && !subject.observed("state-data")?.path;
  const sent = actions.flatMap(({ data, markerAt }) => {
    const [text, name] = [markerIn(data, markerAt), markerAt.at(-1)];
    return text === undefined || name === undefined ? [] : [{ text, name }];
  });
  for (const read of reads) {
    if (isComputed && read.intent.kind !== "details") continue;
    const byValue = Map.groupBy(everyPlace(payloadOf(read) ?? null), ({ value }) => value);
    for (const { text, name } of sent) {
      const shown = (byValue.get(text) ?? []).map(({ path }) => path.at(-1) ?? "");
      const other = shown.find((key) => key.toLowerCase() === name.toLowerCase());
      if (other === undefined || shown.includes(name)) continue;
      const message = `${nameOf(read)} shows a member that was sent as ${name} by another name`;
      yield [read, { message, expected: name, actual: other }];
      break;
    }
  }
}

interface ShownData {
  readonly exchange: Exchange;
  readonly finding: Finding | undefined;
  /** The kinds of data that came back as they were sent, or the one that did not. */
  readonly kinds: readonly RequirementId[];
}

/** What links and states show, by the kind of data that it concerns. */
function fidelityByKind(subject: Case): ReadonlyMap<RequirementId, readonly Observed[]> {
  const byKind = new Map<RequirementId, Observed[]>();
  for (const { exchange, finding, kinds } of [...subject.view(shownInLinks), ...subject.view(predictedStates)])
    for (const kind of kinds) {
      const shown = byKind.get(kind);
      if (shown) shown.push([exchange, finding]);
      else byKind.set(kind, [[exchange, finding]]);
    }
  return byKind;
}

/** The data that links show of the actions that they stand for: to other users than the owner, of those that they sent themselves. */
function shownInLinks(subject: Case): readonly ShownData[] {
  const reading = subject.observed("link-data");
  if (!reading?.path) return [];
  return [...subject.view(listings), ...subject.view(colleagueListings)].flatMap((listing) => {
    const { trace, read, page, actions } = listing;
    const placed = placedLinks(listing, subject);
    const isTheirs = isColleague(read);
    return page.links.flatMap((link, position): readonly ShownData[] => {
      const marked = actions[position] ?? alikeOfLink(link, trace, subject);
      const action = marked ?? placed[position]?.action;
      if (!action || action.unclear || trace.refused.includes(action)) return [];
      if (isTheirs && senderOf(action.exchange) !== senderOf(read)) return [];
      const kept = keptFrom(action, trace, read, "links", subject);
      const difference = marked
        ? differenceOf(marked, dataOfLink(link, reading), reading, kept)
        : placed[position]?.difference;
      if (!difference) return [{ exchange: read, finding: undefined, kinds: kindsInOnce(action.data, subject) }];
      const at = placeText(difference.path);
      const finding = {
        message: `${nameOf(read)} shows the data of an action otherwise than it was sent, at ${at}`,
        expected: difference.expected,
        actual: difference.actual,
        with: [action.exchange],
      };
      return [{ exchange: read, finding, kinds: [kindOfDifference(difference, action.data)] }];
    });
  });
}

/**
 * Data that are no JSON object, accepted all the same, are kept like all that is accepted. Their link bears no marker; it
 * is told by its place.
 */
function* oddData(subject: Case): Iterable<Observed> {
  const reading = subject.observed("link-data");
  const order = subject.observed("link-order")?.order ?? "unknown";
  // Members spread over the link cannot hold anything but an object.
  if (!reading?.path?.length || order === "unknown") return;
  for (const { read, page, moment } of subject.view(listings)) {
    const { acknowledged, exact } = moment;
    if (!exact || page.links.length !== acknowledged.length) continue;
    const inTime = order === "newest-first" ? page.links.toReversed() : page.links;
    for (const [place, action] of acknowledged.entries()) {
      if (!isOdd(action)) continue;
      const shown = dataOfLink(inTime[place] ?? null, reading);
      const message = `${nameOf(read)} shows other data than an action was accepted with`;
      const finding = { message, expected: action.data, actual: shown, with: [action.exchange] };
      yield [read, !sameJson(action.data, shown) && finding];
    }
  }
}

/** True where a list or a text was sent in place of the data, and nothing else was wrong. */
function isOdd({ data, exchange }: ModelAction): boolean {
  const [defect, ...more] = exchange.defects;
  if (defect?.where !== "field" || defect.member !== "data" || defect.what !== "replaced" || more.length > 0)
    return false;
  return Array.isArray(data) ? data.length > 0 : typeof data === "string" && data !== "";
}
