/** Lists of links that are not those of the trace. */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { changedMembers, withDocument, withMembers } from "../answers.ts";
import { operatorOf, type MutantKind, type Operator } from "../mutant.ts";
import { actionsOfLinks, linksOf, type Read, type Recorded } from "../recorded.ts";
import { pick, some } from "./pick.ts";

type Change = (read: Read, links: readonly Json[], recorded: Recorded) => readonly Json[] | undefined;

/** One page with other links. */
function otherLinks(id: string, title: string, what: string, change: Change): Operator {
  return pages(id, "links", title, what, (read, recorded) => {
    const links = linksOf(read.exchange);
    const changed = links && change(read, links, recorded);
    return changed && withMembers(read.exchange, { links: changed });
  });
}

/** One page with another member. */
function pages(
  id: string,
  kind: MutantKind,
  title: string,
  what: string,
  change: (read: Read, recorded: Recorded) => Exchange | undefined,
): Operator {
  return operatorOf(kind)(id, title, what, function* (recorded) {
    for (const read of recorded.reads("details")) yield () => some(change(read, recorded));
  });
}

/** The place of a link that must be there, chosen by chance. */
function placeOf(read: Read, recorded: Recorded): number | undefined {
  const { exchange } = read;
  const places = actionsOfLinks(read, recorded).flatMap((action, place) => (action ? [place] : []));
  return pick(places, `${exchange.request.path}${String(exchange.index)}`);
}

/** Against the direction in which pages are walked a service may always say false. */
function mayDeny(member: "hasNext" | "hasPrevious", { intent }: Exchange): boolean {
  const page = intent.kind === "details" ? intent.page : {};
  const [one, other] = member === "hasNext" ? [page.last, page.before] : [page.first, page.after];
  return one !== undefined || other !== undefined;
}

const flag = (member: "hasNext" | "hasPrevious"): Operator =>
  pages(
    `${member.toLowerCase()}-flipped`,
    "pages",
    `Says the contrary in \`${member}\`.`,
    `\`${member}\` is the contrary`,
    ({ exchange, exact }) => {
      const info = payloadMember(exchange, "info");
      if (!exact || !isJsonObject(info) || typeof info[member] !== "boolean") return undefined;
      // What odd arguments mean is the target's to say.
      if (exchange.traits.some((trait) => trait.startsWith("page."))) return undefined;
      if (info[member] && mayDeny(member, exchange)) return undefined;
      return withMembers(exchange, { info: changedMembers(info, { [member]: !info[member] }) });
    },
  );

const count = (by: 1 | -1): Operator =>
  pages(
    by > 0 ? "count-too-high" : "count-too-low",
    "links",
    `Says one link ${by > 0 ? "more" : "less"} in \`totalCount\` than there are.`,
    `\`totalCount\` is one too ${by > 0 ? "high" : "low"}`,
    ({ exchange, exact }) => {
      const total = payloadMember(exchange, "totalCount");
      return exact && typeof total === "number" ? withMembers(exchange, { totalCount: total + by }) : undefined;
    },
  );

export const links: readonly Operator[] = [
  otherLinks("link-missing", "Leaves a link out of a page.", "a link is missing", (read, shown, recorded) => {
    const place = placeOf(read, recorded);
    return place === undefined ? undefined : shown.toSpliced(place, 1);
  }),
  otherLinks("link-twice", "Shows a link twice in a page.", "a link stands there twice", (read, shown, recorded) => {
    const place = placeOf(read, recorded);
    return place === undefined ? undefined : shown.toSpliced(place, 0, shown[place] as Json);
  }),
  otherLinks(
    "links-swapped",
    "Shows two neighbours in the wrong order.",
    "two links are swapped",
    (read, shown, recorded) => {
      const known = actionsOfLinks(read, recorded);
      const told = known.flatMap((action, place) => (action && known[place + 1] ? [place] : []));
      const place = read.exact ? pick(told, `${String(read.exchange.index)} swapped`) : undefined;
      if (place === undefined) return undefined;
      const [one, other] = shown.slice(place, place + 2) as [Json, Json];
      return shown.toSpliced(place, 2, other, one);
    },
  ),
  otherLinks(
    "link-of-another-trace",
    "Shows a link of another trace in place of one.",
    "a link is that of another trace",
    (read, shown, recorded) => {
      const others = recorded.reads("details").filter(({ trace }) => trace !== read.trace);
      const foreign = others.flatMap(({ exchange }) => linksOf(exchange) ?? [])[0];
      const place = placeOf(read, recorded);
      return foreign === undefined || place === undefined ? undefined : shown.with(place, foreign);
    },
  ),
  otherLinks(
    "link-no-object",
    "Shows a text where a link should stand.",
    "a link is a text",
    (read, shown, recorded) => {
      const place = placeOf(read, recorded);
      return place === undefined ? undefined : shown.with(place, "link");
    },
  ),
  count(1),
  count(-1),
  flag("hasNext"),
  flag("hasPrevious"),
  pages(
    "cursors-missing",
    "pages",
    "Gives no cursor where links lie between the first page and the last.",
    "both cursors are missing",
    ({ exchange }, { subject }) => {
      const { cap = null, beyondCap = "none-seen" } = subject.observed("page-size") ?? {};
      const info = payloadMember(exchange, "info");
      const total = payloadMember(exchange, "totalCount");
      const held = linksOf(exchange)?.length ?? 0;
      if (exchange.face !== "v2" || !isJsonObject(info) || typeof total !== "number" || held === 0) return undefined;
      // Where pages may be as long as is asked for, one of them shows every link.
      if (cap === null || beyondCap === "none-seen" || total <= 2 * Math.max(cap, held)) return undefined;
      return withMembers(exchange, { info: changedMembers(info, { startCursor: undefined, endCursor: undefined }) });
    },
  ),
  ...(["early", "late"] as const).map((when) =>
    pages(
      `page-${when}`,
      "pages",
      when === "early" ? "Begins a page with the link that its cursor names." : "Begins a page one link too late.",
      `the page is one link too ${when}`,
      (read, recorded) => shifted(read, when, recorded),
    ),
  ),
  pages(
    "page-repeated",
    "pages",
    "Answers the page before once more, whatever the cursor.",
    "the page is the one before",
    ({ exchange, trace, exact }, recorded) => {
      const { intent } = exchange;
      if (!exact || intent.kind !== "details" || (intent.page.after ?? intent.page.before) === undefined)
        return undefined;
      const before = recorded
        .reads("details")
        .findLast(
          (read) =>
            read.trace === trace && read.exchange.index < exchange.index && read.exchange.face === exchange.face,
        );
      const document = before?.exchange.response?.json?.value;
      const isOther = JSON.stringify(linksOf(exchange)) !== JSON.stringify(before && linksOf(before.exchange));
      return document !== undefined && isOther ? withDocument(exchange, document) : undefined;
    },
  ),
];

/** A page that goes on from a cursor, moved by one link against the direction of travel, or with it. */
function shifted(read: Read, when: "early" | "late", recorded: Recorded): Exchange | undefined {
  const { intent, face } = read.exchange;
  const links = linksOf(read.exchange) ?? [];
  if (!read.exact || intent.kind !== "details" || links.length < 2) return undefined;
  const { after, before } = intent.page;
  const isForward = after !== undefined;
  const cursor = after ?? before;
  if (cursor === undefined || (after !== undefined && before !== undefined)) return undefined;
  // Without a size a page may be taken from either end.
  if ((intent.page.first ?? intent.page.last) === undefined) return undefined;
  const turned = isForward ? links : links.toReversed();
  const source = recorded.reads("details").findLast(({ exchange, trace, shows }) => {
    const info = payloadMember(exchange, "info");
    const isSame = trace === read.trace && exchange.face === face && shows.length === read.shows.length;
    return (
      isSame &&
      exchange.index < read.exchange.index &&
      isJsonObject(info) &&
      info[isForward ? "endCursor" : "startCursor"] === cursor
    );
  });
  const named = source && linksOf(source.exchange)?.at(isForward ? -1 : 0);
  if (named === undefined) return undefined;
  const moved = when === "early" ? [named, ...turned.slice(0, -1)] : turned.slice(1);
  return withMembers(read.exchange, { links: isForward ? moved : moved.toReversed() });
}
