/**
 * Open points `page-combinations` and `page-cursors`: which page arguments are accepted together, and whether pages
 * carry cursors. Arguments that are accepted count as honoured, so that checks judge the answer; they count as ignored
 * only where the answer is the default page, unless that is what the arguments ask for.
 */
import { refused } from "../../spec/readings/outcome.ts";
import { type Face, otherFace } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { CombinationReading, OpenPointValues, PageCombination } from "../../spec/vocabulary/profile.ts";
import type { PageArguments } from "../../spec/vocabulary/script.ts";
import { linkKeys, sameLinks } from "../lib/links.ts";
import { best } from "../lib/tally.ts";
import { unknown, type Probe, type ProbeContext, type Readings } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isDefaultPage, pageIn, seenPages, type SeenPage } from "../seen/pages.ts";

export const pageCombinations: Probe = {
  id: "page-combinations",
  openPoints: ["page-combinations", "page-cursors"],
  needs: ["reads"],
  writes: false,
  async run(context) {
    // The length of traces that existed before the run is not known beforehand.
    const pages = seenPages(inOrder(context.histories())).filter(isDefaultPage);
    const standard = context.fixture.found
      ? best(pages, ({ totalCount, links }) => totalCount ?? links.length)
      : pages.find(({ traceId }) => traceId === context.fixture.long?.traceId);
    const trace = standard?.traceId;
    if (trace === undefined || !standard) {
      const nothing = unknown("No page of links was seen.");
      return { "page-combinations": nothing, "page-cursors": nothing };
    }
    const start = await firstPages(context, trace);
    const next = await askPages(context, trace, start.face, start.more);
    const after = next["first-after"];
    const cursors = { first: start.first, second: start.second, third: pageIn(after)?.startCursor };
    const ahead = new Set(start.ahead.flatMap((page) => linkKeys(pageIn(page)?.links ?? [])));

    const others: Answers = await askPages(context, trace, start.face, withCursors(cursors, start.size));
    const v2: Answers = { first: start.answers.first, last: start.answers.last, ...next, ...others };
    const legacy: Answers = await askPages(context, trace, otherFace(start.face), mainOnes(cursors, start.size));
    const readings = Object.entries(v2).flatMap(([combination, exchange]) => {
      const other = legacy[combination];
      const reading = [exchange, other].map((answer) =>
        read(combination, answer, standard, { ahead, size: start.size }),
      );
      // What one face honours is the reading; the other face is then judged by it.
      const found = (["honoured", "ignored", "refused"] as const).find((one) => reading.includes(one));
      return found ? [[combination, found] as const] : [];
    });
    return {
      ...combinationsFound(readings),
      ...cursorsFound([start.answers.one, ...Object.values(legacy), ...Object.values(v2)], context),
    };
  },
};

type Answers = { readonly [name: string]: Exchange | undefined };

interface FirstPages {
  /** The face that answers pages: v2, or legacy where v2 answers none. */
  readonly face: Face;
  /** Links in each page that is asked for. */
  readonly size: number;
  readonly answers: { readonly [name in "one" | "first" | "last"]?: Exchange | undefined };
  /** The pages of the first two links. */
  readonly ahead: readonly (Exchange | undefined)[];
  /** Cursors of the first and the second link. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  /** The page behind the second link. */
  readonly more: { readonly "first-after"?: PageArguments };
}

/** Pages of one and two links, or of one alone where two are refused: short, so that a fault which only longer pages trigger does not spoil the cursors. */
async function firstPages(context: ProbeContext, trace: string): Promise<FirstPages> {
  const sizes = { one: { first: 1 }, first: { first: 2 }, last: { last: 2 } };
  const v2 = await askPages(context, trace, "v2", sizes);
  const face = pageIn(v2.first) ? "v2" : "legacy";
  const answers = face === "v2" ? v2 : await askPages(context, trace, "legacy", sizes);
  const first = pageIn(answers.one)?.endCursor;
  // One by one, the second link is the page behind the first.
  const isShort = pageIn(answers.one) !== undefined && answers.first !== undefined && refused(answers.first);
  const short = isShort ? await askPages(context, trace, face, singly(first)) : {};
  const second = pageIn(isShort ? short.second : answers.first)?.endCursor;
  const size = isShort ? 1 : 2;
  return {
    face,
    size,
    ahead: isShort ? [answers.one, short.second] : [answers.first],
    answers: isShort ? { one: answers.one, first: answers.one, last: short.last } : answers,
    first,
    second,
    more: second === undefined ? {} : { "first-after": { first: size, after: second } },
  };
}

const singly = (first: string | undefined) => ({
  last: { last: 1 },
  ...(first === undefined ? {} : { second: { first: 1, after: first } }),
});

interface Cursors {
  readonly first: string | undefined;
  readonly second: string | undefined;
  /** Start of the page behind the second link. */
  readonly third: string | undefined;
}

type Combinations = { readonly [combination in PageCombination]?: PageArguments };

/** All that needs cursors, chosen so that the right answer differs from a default page of any usual size. */
function withCursors({ first, second, third }: Cursors, size: number): Combinations {
  return {
    "first-last": { first: size === 1 ? 1 : 3, last: size },
    ...(second === undefined ? {} : { after: { after: second }, "last-after": { last: size, after: second } }),
    ...(third === undefined
      ? {}
      : {
          before: { before: third },
          "last-before": { last: size, before: third },
          "first-before": { first: size, before: third },
        }),
    ...(first === undefined || third === undefined ? {} : { "after-before": { after: first, before: third } }),
  };
}

/** The combinations that following pages needs; tried through the other face too. */
function mainOnes({ second, third }: Cursors, size: number): Combinations {
  return {
    first: { first: size },
    last: { last: size },
    ...(second === undefined ? {} : { "first-after": { first: size, after: second } }),
    ...(third === undefined ? {} : { "last-before": { last: size, before: third } }),
  };
}

async function askPages<Name extends string>(
  { ask }: ProbeContext,
  trace: string,
  face: Face,
  pages: { readonly [name in Name]?: PageArguments },
): Promise<{ readonly [name in Name]?: Exchange | undefined }> {
  const entries = Object.entries<PageArguments | undefined>(pages);
  const candidateFor = "page-combinations";
  const answers = await ask(
    "page arguments",
    entries.map(([, page]) => ({ step: { op: "details", face, trace, page: page ?? {}, candidateFor } })),
  );
  return Object.fromEntries(entries.map(([name], index) => [name, answers[index]])) as {
    readonly [name in Name]?: Exchange | undefined;
  };
}

interface Asked {
  /** Keys of the first links, behind which all pages with a cursor begin or end. */
  readonly ahead: ReadonlySet<string>;
  /** Links in each page. */
  readonly size: number;
}

function read(
  combination: string,
  exchange: Exchange | undefined,
  standard: SeenPage,
  asked: Asked,
): CombinationReading | undefined {
  if (!exchange?.response) return undefined;
  const page = pageIn(exchange);
  if (!page) return refused(exchange) ? "refused" : undefined;
  if (!sameLinks(page.links, standard.links) || asAsked(combination, page.links, asked)) return "honoured";
  // A trace of no more links than were asked for looks the same either way.
  return page.links.length <= asked.size ? undefined : "ignored";
}

/** True where the default page happens to be within what the arguments ask for. */
function asAsked(combination: string, links: readonly Json[], { ahead, size }: Asked): boolean {
  const keys = linkKeys(links);
  if (combination === "after" || combination === "first-after" || combination === "last-after") {
    return keys.every((key) => !ahead.has(key));
  }
  if (combination.endsWith("before")) return keys.every((key) => ahead.has(key));
  return links.length === size;
}

function combinationsFound(found: readonly (readonly [string, CombinationReading])[]): Readings {
  const value: OpenPointValues["page-combinations"] = Object.fromEntries([["none", "honoured" as const], ...found]);
  const of = (wanted: CombinationReading) => found.filter(([, reading]) => reading === wanted).map(([name]) => name);
  const parts = (["honoured", "ignored", "refused"] as const).flatMap((reading) => {
    const names = of(reading);
    return names.length > 0 ? [`${reading}: ${names.join(", ")}`] : [];
  });
  return {
    "page-combinations": { value, evidence: `Page arguments sent to a trace of several links; ${parts.join("; ")}.` },
  };
}

function cursorsFound(exchanges: readonly (Exchange | undefined)[], { histories }: ProbeContext): Readings {
  const asked = exchanges.flatMap((exchange) => pageIn(exchange) ?? []);
  const pages = [...asked, ...seenPages(inOrder(histories()))].filter(({ links }) => links.length > 0);
  const start = pages.filter(({ startCursor }) => startCursor !== undefined).length;
  const end = pages.filter(({ endCursor }) => endCursor !== undefined).length;
  const evidence = `Of ${String(pages.length)} pages, ${String(start)} carried a start cursor and ${String(end)} an end cursor.`;
  return { "page-cursors": { value: { start: start > 0, end: end > 0 }, evidence } };
}
