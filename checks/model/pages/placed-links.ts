/** What links show of actions that nothing but their place tells: those whose forms leave no room for a marker. */
import { differences, sameJson, type Difference } from "../../../spec/readings/equal.ts";
import { isFilledIn } from "../../../spec/readings/filled-members.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { isJsonObject, type Json, ownNames } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Case } from "../case.ts";
import { firstBeyondFiles } from "../files/file-references.ts";
import { inKnownOrder, type Listing } from "./listings.ts";
import { isKept, keptFrom, type KeptMembers } from "../readers/kept-members.ts";
import { mayHideOthers } from "../readers/others-data.ts";
import { isSpoilt } from "../states/spoilt-texts.ts";
import { isOwnLink, isWholeList, mayHaveOwnLinks } from "../links/own-links.ts";
import type { ModelAction, ModelTrace } from "../world.ts";

type Reading = OpenPointValues["link-data"];

/** What an action sent and its link does not show as it was sent; undefined where it shows all of it, and nothing else. */
export function differenceOf(
  { data, files }: ModelAction,
  shown: Json | undefined,
  { exact, filled }: Reading,
  kept: KeptMembers,
): Difference | undefined {
  if (isNothing(data, shown)) return undefined;
  const found = [...differences(data, shown, [], { extraTopMembers: !exact })];
  // What was left out may be filled in; what was sent may not be replaced, but kept from who reads.
  const wrong = found.filter((one) => (one.expected === undefined ? !isFilledIn(filled, one) : !isKept(kept, one)));
  return firstBeyondFiles(wrong, files);
}

/** True for data without any member, of which a link need not show that there are none. */
const isNothing = (data: Json, shown: Json | undefined): boolean =>
  isJsonObject(data) && Object.keys(data).length === 0 && (shown ?? "") === "";

/** A link that is told by its place. */
export interface Placed {
  readonly action: ModelAction;
  /** What was sent and is shown otherwise. What is there besides may be filled in, by defaults that no probe saw. */
  readonly difference: Difference | undefined;
}

/**
 * For each link of a page the action that it stands for by its place, where nothing else tells it: on whole lists, of as
 * many links as actions beside the service's own, in which each link that can be told stands in its place. What another
 * user sent may be shown otherwise to its reader; where it is shown as it was sent, or by the same names, that is told.
 */
export function placedLinks(listing: Listing, subject: Case): readonly (Placed | undefined)[] {
  const { trace, read, page, moment } = listing;
  const { acknowledged, exact } = moment;
  const reading = subject.observed("link-data");
  if (!reading?.path || !listing.actions.includes(undefined) || !exact) return [];
  if (!inKnownOrder(subject) || !isWholeList(page) || acknowledged.some(({ unclear }) => unclear)) return [];
  const isNewestFirst = subject.observed("link-order")?.order === "newest-first";
  const placed = isNewestFirst ? acknowledged.toReversed() : acknowledged;
  const sent = page.links.flatMap((link, at) => (isOwnLink(link, trace, subject) ? [] : [at]));
  if (sent.length !== placed.length) return [];
  const links = sent.map((at) => page.links[at] ?? null);
  // With links of the service's own, and others that are hidden, there would be as many by chance.
  const mayMix = mayHaveOwnLinks(trace, subject) && mayHideOthers(trace, read, subject);
  if (mayMix && !showTheirKeys(links, placed, subject)) return [];
  const actions = sent.map((at) => listing.actions[at]);
  if (actions.some((action, place) => action !== undefined && action !== placed[place])) return [];
  const shown = links.map((link) => dataOfLink(link, reading));
  const compared = placed.map((action, place) =>
    lossIn(action, shown[place], keptFrom(action, trace, read, "links", subject)),
  );
  const inTime = <One>(list: readonly One[]): readonly One[] => (isNewestFirst ? list.toReversed() : list);
  if (!showTheirOwn(acknowledged, inTime(shown), inTime(compared))) return [];
  const found = placed.map((action, place) =>
    actions[place] === undefined &&
    (compared[place] === undefined ||
      senderOf(action.exchange) === senderOf(read) ||
      (isNoMask(compared[place]) && isShownToOthers(action, shown[place], trace, subject)) ||
      isOfAnother(action, shown[place], placed, trace, subject))
      ? { action, difference: compared[place] }
      : undefined,
  );
  return page.links.map((_, at) => (sent.includes(at) ? found[sent.indexOf(at)] : undefined));
}

function showTheirKeys(links: readonly Json[], placed: readonly ModelAction[], subject: Case): boolean {
  const { path } = subject.observed("own-links") ?? {};
  return path !== undefined && links.every((link, at) => valuesAt(link, path)[0] === placed[at]?.actionKey);
}

/** A number that is another one is no mask, nor a text that was spoilt, as asterisks in its place are, or another text may be. */
const isNoMask = ({ expected, actual }: Difference): boolean =>
  typeof expected === "string"
    ? typeof actual === "string" && isSpoilt(expected, actual)
    : typeof expected === typeof actual;

/** True where a reader is shown members by the names that somebody else sent, as no data are kept from readers. */
function isShownToOthers({ data }: ModelAction, shown: Json | undefined, trace: ModelTrace, subject: Case): boolean {
  const names = ownNames(data);
  return isNothingKept(trace, subject) && names.length > 0 && sameJson(ownNames(shown).toSorted(), names.toSorted());
}

/** True for what another action of the kind sent, which stands for no mask either. */
const isOfAnother = (
  { actionKey, data }: ModelAction,
  shown: Json | undefined,
  all: readonly ModelAction[],
  trace: ModelTrace,
  subject: Case,
): boolean =>
  shown !== undefined &&
  !sameJson(shown, data) &&
  all.some((other) => other.actionKey === actionKey && sameJson(other.data, shown)) &&
  isNothingKept(trace, subject);

function isNothingKept(trace: ModelTrace, subject: Case): boolean {
  const { hidden = true, withheld = {} } = subject.observed("others-data") ?? {};
  return !hidden && !Object.hasOwn(withheld, subject.workflowOf(trace)?.id ?? "");
}

function lossIn({ data, files }: ModelAction, shown: Json | undefined, kept: KeptMembers): Difference | undefined {
  if (isNothing(data, shown)) return undefined;
  const found = [...differences(data, shown, [], { extraTopMembers: true })];
  return firstBeyondFiles(
    found.filter((one) => one.expected !== undefined && !isKept(kept, one)),
    files,
  );
}

/**
 * True where links certainly show what each action sent, and not what a workflow made of it and of those before, as sums:
 * where all data stand there, in whichever order, or most in their place, one of them without what earlier ones brought.
 */
function showTheirOwn(
  sent: readonly ModelAction[],
  shown: readonly (Json | undefined)[],
  compared: readonly (Difference | undefined)[],
): boolean {
  const left = [...shown];
  const isAllThere = sent.every(({ data }) => {
    const place = left.findIndex((one) => sameJson(one, data));
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  if (isAllThere) return true;
  const wrong = compared.filter((difference) => difference !== undefined).length;
  const isAlone = sent.some(({ data }, place) => {
    if (compared[place] !== undefined) return false;
    const before = sent.slice(0, place).flatMap((one) => ownNames(one.data));
    const others = before.filter((name) => !ownNames(data).includes(name));
    return others.length > 0 && !ownNames(shown[place]).some((name) => others.includes(name));
  });
  return isAlone && 2 * wrong < sent.length;
}
