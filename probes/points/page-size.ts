/** Open point `page-size`: how many links stand in a page when no size is asked for, and in the largest. */
import { refused } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { commonest } from "../lib/tally.ts";
import { countText } from "../lib/wording.ts";
import { tryOf, unknown, type Probe, type ProbeContext } from "../probe.ts";
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
    const pages = seenPages(inOrder(context.histories())).filter(isDefaultPage);
    const longest = pages.toSorted((left, right) => (right.totalCount ?? 0) - (left.totalCount ?? 0)).at(0);
    if (!longest) return { "page-size": unknown("No page of links was seen.") };
    const standard = defaultOf(pages);
    const total = Math.max(longest.totalCount ?? 0, longest.links.length);
    const size = standard === null ? `all of ${countText(total, "link")}` : countText(standard, "link");
    const { cap, beyondCap, evidence } = await capOf(context, longest.traceId, total);
    return {
      "page-size": {
        value: { default: standard, cap, beyondCap },
        evidence: `Without a size a page showed ${size}. ${evidence}`,
      },
    };
  },
};

/**
 * The number of links in pages that say that more links follow or precede. A page that leaves links out without saying
 * so is wrong, not short; and a shorter trace must then be shown whole.
 */
export function defaultOf(pages: readonly SeenPage[]): number | null {
  const cut = pages.filter((page) => (page.hasNext || page.hasPrevious) && page.links.length < (page.totalCount ?? 0));
  const size = commonest(cut.map(({ links }) => links.length)) ?? null;
  if (size === null || size === 0) return null;
  const small = pages.filter(({ totalCount }) => totalCount !== undefined && totalCount <= size);
  const whole = small.filter(({ links, totalCount }) => links.length === totalCount);
  return small.length > 0 && whole.length === 0 ? null : size;
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
    const cap = Math.max(...taken, pageIn(all) ? total : 0);
    return {
      cap: cap === 0 ? null : cap,
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
  const features = tryOf("page-size");
  const answers = await ask(
    "a page size",
    sizes.map((first) => ({ step: { op: "details", face: "v2", trace, page: { first }, features } })),
  );
  return answers as readonly Exchange[] & { readonly 0: Exchange; readonly 1: Exchange };
}
