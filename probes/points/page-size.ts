/** Open point `page-size`: how many links stand in a page when no size is asked for, and in the largest. */
import { faces, type Face } from "../../spec/operations.ts";
import { refused } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isDefaultPage, pageIn, seenPages, type SeenPage } from "../seen/pages.ts";

type Value = OpenPointValues["page-size"];

/** Sizes that are usual bounds, and small ones. */
const usualSizes: readonly number[] = [1, 2, 3, 5, 8, 10, 20, 25, 30, 40, 50, 100, 200, 250, 500];
/** Scripts ask for pages up to this size, so below it the bound is found to the link. */
const exactUpTo = 50;
const huge = 1_000;

export const pageSize = onePoint("page-size", { needs: ["reads"] }, async (context) => {
  const pages = seenPages(inOrder(context.histories()))
    .filter(isDefaultPage)
    .map((page) => lengthened(page, context));
  const longest = pages.toSorted((left, right) => right.length - left.length).at(0);
  if (!longest) return unknown("No page of links was seen.");
  const on = (face: Face, all = pages) => defaultOf(all.filter(({ page }) => page.face === face));
  const seen = on("v2") ?? on("legacy");
  // One link too few may be a page that is wrong, which further reads tell.
  const more = seen === longest.length - 1 ? await readAgain(context, longest.page) : [];
  const standard = more.length > 0 ? on(longest.page.face, [...pages, ...more]) : seen;
  const { length } = longest;
  const size = standard === null ? `all of ${countText(length, "link")}` : countText(standard, "link");
  const { v2, legacy } = await boundsOf(context, longest.page.traceId, length);
  const { cap, beyondCap } = v2;
  const own = legacy && { legacy: { cap: legacy.cap, beyondCap: legacy.beyondCap } };
  return {
    value: { default: standard, cap, beyondCap, ...own },
    evidence: `Without a size a page showed ${size}. ${v2.evidence}${legacy ? ` Legacy: ${legacy.evidence}` : ""}`,
  };
});

async function readAgain(context: ProbeContext, { face, traceId: trace }: SeenPage): Promise<readonly MeasuredPage[]> {
  const question = { step: { op: "details", face, trace } } as const;
  const answers = await context.ask("links without a size, again", [question, question, question]);
  return answers.flatMap((exchange) => pageIn(exchange) ?? []).map((page) => lengthened(page, context));
}

/** A page, and how many links its trace has: as many as actions were accepted, or what the target says. */
export interface MeasuredPage {
  readonly page: SeenPage;
  readonly length: number;
}

function lengthened(page: SeenPage, { fixture }: ProbeContext): MeasuredPage {
  const written = fixture.traces.find(({ traceId }) => traceId === page.traceId)?.actions.length ?? 0;
  return { page, length: written > 0 ? written : Math.max(page.totalCount ?? 0, page.links.length) };
}

/**
 * On one face: the number of links in pages that say that more links follow or precede. A page that leaves links out without saying
 * so is wrong, not short; no page may be longer, and a shorter trace must be shown whole.
 */
export function defaultOf(pages: readonly MeasuredPage[]): number | null {
  const cut = pages.filter(({ page, length }) => (page.hasNext || page.hasPrevious) && page.links.length < length);
  const size = commonest(cut.map(({ page }) => page.links.length)) ?? 0;
  if (size === 0) return null;
  const short = pages.filter(({ length }) => length <= size);
  const whole = short.filter(({ page, length }) => page.links.length === length);
  const longer = pages.some(({ page }) => page.links.length > size);
  return longer || (short.length > 0 && whole.length < short.length) ? null : size;
}

interface Bound {
  readonly cap: Value["cap"];
  readonly beyondCap: Value["beyondCap"];
  readonly evidence: string;
}

/** What is asked to find the bound of pages through one face. */
interface Asking {
  readonly face: Face;
  readonly traceId: string;
  /** Links of the trace. */
  readonly total: number;
  /** The size that was asked for first, far beyond any trace that probes look at. */
  readonly large: number;
}

interface Bounds {
  readonly v2: Bound;
  /** Absent where the legacy set takes no size, or has the bound of v2. */
  readonly legacy?: Bound;
}

async function boundsOf(context: ProbeContext, traceId: string, total: number): Promise<Bounds> {
  const large = Math.max(huge, total + 1);
  const form = context.reading("legacy-details-input")?.form ?? "ignored";
  const through = faces.filter((face) => face === "v2" || form !== "ignored");
  const asked = through.map((face): Asking => ({ face, traceId, total, large }));
  const answers = await Promise.all(asked.map(async (asking) => (await askSizes(context, asking, [large]))[0]));
  const [ofV2, ofLegacy] = asked;
  if (!ofV2) throw new Error("v2 is always asked");
  const v2 = await boundOf(context, ofV2, answers[0], undefined);
  if (!ofLegacy) return { v2 };
  const legacy = await boundOf(context, ofLegacy, answers[1], v2);
  return legacy.cap === v2.cap && legacy.beyondCap === v2.beyondCap ? { v2 } : { v2, legacy };
}

/** @param other the bound of the other face, which is most likely this one's too */
async function boundOf(
  context: ProbeContext,
  asking: Asking,
  answer: Exchange | undefined,
  other: Bound | undefined,
): Promise<Bound> {
  if (answer && refused(answer)) return largestTaken(context, asking, other?.cap ?? undefined);
  const { total, large } = asking;
  const larger = pageIn(answer);
  if (larger && larger.links.length > 0 && larger.links.length < total && larger.hasNext) {
    const cap = larger.links.length;
    // A size that is not above the cap must be honoured; otherwise pages are short for another reason.
    const sizes = await askSizes(context, asking, [total, cap, cap - 1]);
    const [whole, justSo, below] = sizes.map((one) => pageIn(one)?.links.length);
    if (whole === cap && justSo === cap && (cap <= 1 || below === cap - 1)) {
      const evidence = `Sizes of ${String(total)} and ${String(large)} both brought ${countText(cap, "link")}.`;
      return { cap, beyondCap: "clamped", evidence };
    }
  }
  const evidence = `A size of ${String(large)} showed no bound below ${String(total)}.`;
  return { cap: null, beyondCap: "none-seen", evidence };
}

/** The largest size that is not refused: sizes of all orders first, then, up to a usual page, just where it lies. */
async function largestTaken(context: ProbeContext, asking: Asking, likely: number | undefined): Promise<Bound> {
  const taken = new Map<number, boolean>();
  const ask = async (sizes: readonly number[]): Promise<void> => {
    const answers = await askSizes(context, asking, sizes);
    for (const [index, size] of sizes.entries()) taken.set(size, pageIn(answers[index]) !== undefined);
  };
  const largest = (): number => Math.max(0, ...[...taken].flatMap(([size, isTaken]) => (isTaken ? [size] : [])));
  const next = (): number =>
    Math.min(asking.large, ...[...taken.keys()].filter((size) => size > largest() && size <= asking.large));
  if (likely !== undefined) await ask([likely, likely + 1]);
  const isLikely = likely !== undefined && largest() === likely;
  if (!isLikely) await ask(usualSizes.filter((size) => size < asking.large));
  while (!isLikely && largest() > 0 && largest() < exactUpTo && next() - largest() > 1)
    await ask([Math.floor((largest() + next()) / 2)]);
  const cap = largest();
  const nothing = "No size that was asked for was taken.";
  if (cap === 0) return { cap: null, beyondCap: "none-seen", evidence: nothing };
  const evidence = `Of the sizes asked for, ${String(cap)} is the largest that was taken; ${String(next())} was refused.`;
  return { cap, beyondCap: "refused", evidence };
}

function askSizes(
  { ask }: ProbeContext,
  { face, traceId: trace }: Asking,
  sizes: readonly number[],
): Promise<readonly (Exchange | undefined)[]> {
  return ask(
    "a page size",
    sizes.map((first) => ({ step: { op: "details", face, trace, page: { first }, candidateFor: "page-size" } })),
  );
}
