/** Compares links with actions by position, for actions whose form has no room for a marker. */
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

/**
 * The first value that a link does not show as the action sent it; undefined where it shows everything, and nothing
 * else.
 */
export function differenceOf(
  { data, files }: ModelAction,
  shown: Json | undefined,
  { exact, filled }: Reading,
  kept: KeptMembers,
): Difference | undefined {
  if (isNothing(data, shown)) return undefined;
  const found = [...differences(data, shown, [], { extraTopMembers: !exact })];
  // Omitted members may be filled in. Sent ones may not be replaced, except where hidden from the reader.
  const wrong = found.filter((one) => (one.expected === undefined ? !isFilledIn(filled, one) : !isKept(kept, one)));
  return firstBeyondFiles(wrong, files);
}

/** True for data without members, which a link need not show. */
const isNothing = (data: Json, shown: Json | undefined): boolean =>
  isJsonObject(data) && Object.keys(data).length === 0 && (shown ?? "") === "";

/** A link that is identified by its position. */
export interface Placed {
  readonly action: ModelAction;
  /** A sent value that is shown otherwise. Additional members may be defaults that no probe saw. */
  readonly difference: Difference | undefined;
}

/**
 * The action of each link of a page by its position, where nothing else identifies it. Needs a complete list with
 * exactly one link for each action besides own links, on which every identifiable link is in its place. Data of another
 * user are compared only where they are shown under the same names, or are clearly no mask.
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
  // With own and hidden links at once, the numbers may agree by chance.
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

/**
 * True for a wrong value that is no mask: another number, or a corrupted text; asterisks or another text may be a mask.
 */
const isNoMask = ({ expected, actual }: Difference): boolean =>
  typeof expected === "string"
    ? typeof actual === "string" && isSpoilt(expected, actual)
    : typeof expected === typeof actual;

/** True where a reader is shown members under the names that another user sent, and nothing is hidden from readers. */
function isShownToOthers({ data }: ModelAction, shown: Json | undefined, trace: ModelTrace, subject: Case): boolean {
  const names = ownNames(data);
  return isNothingKept(trace, subject) && names.length > 0 && sameJson(ownNames(shown).toSorted(), names.toSorted());
}

/** True for the data of another action with the same key, which is no mask either. */
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
 * True where links certainly show what each action sent, and not something computed from several, e.g. sums: all data
 * are there in some order, or most are in place and one of these lacks the members of earlier actions.
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
