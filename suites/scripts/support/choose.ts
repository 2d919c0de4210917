import { type Depth, seedFrom } from "../../../generators/index.ts";
import { type Face, faces } from "../../../spec/operations.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** The value for the depth of the run. */
export function byDepth<T>(context: SuiteContext, values: Readonly<Record<Depth, T>>): T {
  return values[context.depth];
}

/** The first `sure` entries of a list, and others up to `count`, chosen by the seed. */
export function chosen<T>(
  context: SuiteContext,
  list: readonly T[],
  options: { readonly count: number; readonly sure?: number; readonly topic: string },
): readonly T[] {
  const { count, sure = 0, topic } = options;
  if (count >= list.length) return list;
  const rest = list.slice(sure);
  const start = rest.length === 0 ? 0 : seedFrom(context.seed, topic) % rest.length;
  return [
    ...list.slice(0, sure),
    ...[...rest.slice(start), ...rest.slice(0, start)].slice(0, Math.max(0, count - sure)),
  ];
}

/** The list in pieces of `size`. */
export function inPieces<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

interface Dealing {
  /**
   * The greatest depth at which the faces share: `standard` only where a face meets in another script what this one does
   * not bring it. Absent: `quick`.
   */
  readonly upTo?: "quick" | "standard";
}

/**
 * The entries of a list to try through one face. At depth quick (or `upTo`), the first `sure` and every other one of
 * the rest, so that both faces together try all; the seed decides which. Otherwise the whole list, as each face has
 * code of its own.
 */
export function dealt<T>(
  context: Pick<SuiteContext, "depth" | "seed">,
  list: readonly T[],
  options: Dealing & { readonly face: Face; readonly topic: string; readonly sure?: number },
): readonly T[] {
  const { face, topic, sure = 0 } = options;
  if (!isShared(context, options)) return list;
  const turn = (seedFrom(context.seed, topic) + faces.indexOf(face)) % faces.length;
  return list.filter((_, index) => index < sure || index % faces.length === turn);
}

/** Both faces; at depth quick (or `upTo`) one of them, chosen by the seed. */
export function someFaces(context: SuiteContext, topic: string, dealing: Dealing = {}): readonly Face[] {
  return isShared(context, dealing) ? chosen(context, faces, { count: 1, topic }) : faces;
}

function isShared({ depth }: Pick<SuiteContext, "depth">, { upTo = "quick" }: Dealing): boolean {
  return depth === "quick" || depth === upTo;
}

/** The first entry of each list, then the second of each, and so on. */
export function byTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

/**
 * The scripts, in order, that together have at most so many steps at depth standard, and some times as many at depth
 * deep; none at depth quick.
 */
export function withinBudget(
  context: SuiteContext,
  scripts: readonly Script[],
  mostSteps: number,
  timesInDeep = 3,
): readonly Script[] {
  let left = byDepth(context, { quick: 0, standard: mostSteps, deep: timesInDeep * mostSteps });
  return scripts.filter(({ steps }) => {
    const fits = steps.length <= left;
    if (fits) left -= steps.length;
    return fits;
  });
}
