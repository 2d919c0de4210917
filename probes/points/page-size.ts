/** Open point `page-size`: how many links stand in a page when no size is asked for, and in the largest. */
import type { Face } from "../../spec/operations.ts";
import { refused } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { unknown, type Probe, type ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isDefaultPage, pageIn, seenPages, type SeenPage } from "../seen/pages.ts";

type Value = OpenPointValues["page-size"];

/** Sizes that are usual bounds; the largest that is taken is the cap where larger ones are refused. */
const usualCaps: readonly number[] = [10, 20, 25, 30, 40, 50, 100, 200, 250, 500];
const huge = 1_000;

export const pageSize: Probe = {
  id: "page-size",
  openPoints: ["page-size"],
  needs: ["reads"],
  writes: false,
  async run(context) {
    const pages = seenPages(inOrder(context.histories()))
      .filter(isDefaultPage)
      .map((page) => lengthened(page, context));
    const longest = pages.toSorted((left, right) => right.length - left.length).at(0);
    if (!longest) return { "page-size": unknown("No page of links was seen.") };
    const on = (face: Face, all = pages) => defaultOf(all.filter(({ page }) => page.face === face));
    const seen = on("v2") ?? on("legacy");
    // One link too few may be a page that is wrong, which further reads tell.
    const more = seen === longest.length - 1 ? await readAgain(context, longest.page) : [];
    const standard = more.length > 0 ? on(longest.page.face, [...pages, ...more]) : seen;
    const { length } = longest;
    const size = standard === null ? `all of ${countText(length, "link")}` : countText(standard, "link");
    const { cap, beyondCap, evidence } = await capOf(context, longest.page.traceId, length);
    return {
      "page-size": {
        value: { default: standard, cap, beyondCap },
        evidence: `Without a size a page showed ${size}. ${evidence}`,
      },
    };
  },
};

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

interface Cap {
  readonly cap: Value["cap"];
  readonly beyondCap: Value["beyondCap"];
  readonly evidence: string;
}

async function capOf(context: ProbeContext, traceId: string, total: number): Promise<Cap> {
  const large = Math.max(huge, total + 1);
  const [all, most] = await askSizes(context, traceId, [total, large]);
  if (refused(most)) {
    const sizes = usualCaps.filter((size) => size < large);
    const answers = await askSizes(context, traceId, sizes);
    const taken = sizes.filter((_, index) => pageIn(answers[index]));
    const cap = Math.max(0, ...taken, pageIn(all) ? total : 0);
    const nothing = "No size that was asked for was taken.";
    if (cap === 0) return { cap: null, beyondCap: "none-seen", evidence: nothing };
    return {
      cap,
      beyondCap: "refused",
      evidence: `Of the sizes asked for, ${String(cap)} is the largest that was taken; ${String(large)} was refused.`,
    };
  }
  const whole = pageIn(all);
  const larger = pageIn(most);
  if (whole && larger && whole.links.length === larger.links.length && whole.links.length < total && whole.hasNext) {
    const cap = whole.links.length;
    // A size that is not above the cap must be honoured; otherwise pages are short for another reason.
    const [justSo, below] = await askSizes(context, traceId, [cap, cap - 1]);
    const fits = pageIn(justSo)?.links.length === cap && (cap <= 1 || pageIn(below)?.links.length === cap - 1);
    if (fits) {
      const evidence = `Sizes of ${String(total)} and ${String(large)} both brought ${countText(cap, "link")}.`;
      return { cap, beyondCap: "clamped", evidence };
    }
  }
  return {
    cap: null,
    beyondCap: "none-seen",
    evidence: `A size of ${String(large)} showed no bound below ${String(total)}.`,
  };
}

async function askSizes(
  { ask }: ProbeContext,
  trace: string,
  sizes: readonly number[],
): Promise<readonly Exchange[] & { readonly 0: Exchange; readonly 1: Exchange }> {
  const candidateFor = "page-size";
  const answers = await ask(
    "a page size",
    sizes.map((first) => ({ step: { op: "details", face: "v2", trace, page: { first }, candidateFor } })),
  );
  return answers as readonly Exchange[] & { readonly 0: Exchange; readonly 1: Exchange };
}
