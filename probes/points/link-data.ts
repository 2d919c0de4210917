/** Open point `link-data`: where the data of an action stands in its link. */
import type { Face } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import type { Json } from "../../spec/json.ts";
import type { JsonPath, OpenPointValues, TextEncoding } from "../../spec/vocabulary/profile.ts";
import type { KnownAction, KnownTrace } from "../seen/known-traces.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { chance, explained } from "../lib/explained.ts";
import { mayBeProcess } from "../process/shown/unshown.ts";
import { keysInLinks, type WholePage } from "../seen/some-in-links.ts";
import { filledMembers } from "../seen/filled-members.ts";
import { likeness, memberNames, type Likeness } from "../lib/likeness.ts";
import { encodingOf } from "../lib/encoding-of.ts";
import { best } from "../lib/tally.ts";
import { countText, pathText } from "../lib/wording.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { pageIn, plainPages } from "../seen/pages.ts";

type Value = OpenPointValues["link-data"];
const nowhere: Value = { path: null, encoding: "json", exact: false };

/** However many links a target shows, and however many places they have: these tell it. */
const [maxLinks, maxCandidates] = [1_000, 60];

/** A link with the actions of its trace, of which it shows one. */
interface SeenLink {
  readonly face: Face;
  readonly link: Json;
  readonly actions: readonly KnownAction[];
  /** The answer that it is a part of. */
  readonly page?: number;
}

export const linkData = onePoint("link-data", { needs: ["reads"] }, async (context) => {
  const { fixture, histories } = context;
  const exchanges = inOrder(histories());
  const pages = plainPages(exchanges).map((page) => {
    const actions = fixture.traces.find(({ traceId }) => traceId === page.traceId)?.actions ?? [];
    return { ...page, actions };
  });
  const links = pages.flatMap(({ face, actions, ...page }, index) =>
    page.links.map((link): SeenLink => ({ face, link, actions, page: index })),
  );
  const reading = linkDataReading(links, fixture.found);
  const known = knownTraces(exchanges);
  const whole = pages
    .map((page) => ({ ...page, actions: known.get(page.traceId)?.actions ?? [] }))
    .filter(({ actions, links: shown }) => actions.length > 0 && shown.length === actions.length);
  const isProcess = mayBeProcess(fixture.gating?.value, exchanges);
  const keys = isProcess && reading.value?.exact ? keysInLinks(whole, reading.value) : undefined;
  if (!keys || (await areKeptFromReader(context, whole, keys, reading.value))) return reading;
  return { value: nowhere, evidence: `Links show the data of ${keys.join(", ")} alone.` };
});

/** True where who sent an action whose link shows nothing is shown its data: they are kept from others, and no kind of their own. */
async function areKeptFromReader(
  { run }: Pick<ProbeContext, "run">,
  pages: readonly (WholePage & Pick<KnownTrace, "traceId">)[],
  keys: readonly string[],
  reading: Value = nowhere,
): Promise<boolean> {
  const hidden = pages.flatMap(({ traceId, actions }) =>
    actions.flatMap(({ actionKey, data, sender = "first" }) =>
      keys.includes(actionKey) || sender === "first" ? [] : [{ traceId, data, sender }],
    ),
  );
  const [one] = hidden;
  if (!one) return false;
  const { traceId: trace, data, sender: actor } = one;
  const read = await run("links as who sent them is shown them", [{ op: "details", face: "v2", trace, actor }]);
  return read
    .flatMap((exchange) => pageIn(exchange)?.links ?? [])
    .some((link) => sameJson(dataOfLink(link, reading) ?? null, data));
}

/**
 * The place that shows the data of most links; exact places before those with other members, plain JSON before texts.
 */
export function linkDataReading(seen: readonly SeenLink[], found: boolean): { value?: Value; evidence: string } {
  const links = seen.slice(0, maxLinks);
  if (found) return unknown("Nothing was written, so nobody knows which data to look for in the links.");
  if (links.length === 0) return unknown("No link was seen.");
  const ours = memberNames(links.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const scored = candidates(links).map((candidate) => {
    const observed = links.map(({ link, actions, face }) => {
      return { face, source: "details", likeness: likenessOf(dataOfLink(link, candidate), actions, ours) };
    });
    return { candidate, ...explained(observed) };
  });
  const winner = best(scored, ({ score }) => score);
  // Half of the data in one shape is no coincidence: the target shows data there, but shows them wrongly.
  if (!winner || (winner.count === 0 && winner.score < chance)) {
    return {
      value: nowhere,
      evidence: `In ${countText(links.length, "link")} the data of the actions stand nowhere.`,
    };
  }
  const { count, exact } = winner;
  const { path, encoding } = winner.candidate;
  const shown = links.map((one) => ({ ...one, value: dataOfLink(one.link, winner.candidate) }));
  const snapshots = shown.filter(({ value, actions }) => isSnapshot(value, actions));
  // Where a link beside it shows the data of its later action alone, one that shows more shows what is not its own.
  const alone = shown.filter(({ value, actions }) => isLaterDataAlone(value, actions));
  const mixed = snapshots.some(({ page }) => alone.some((other) => other.page === page));
  // Each link shows the state after its own action; where several show the same state, it is not that of the link.
  const each = snapshots.every(
    (one) => !snapshots.some((other) => other !== one && other.page === one.page && sameJson(other.value, one.value)),
  );
  if (snapshots.length > 0 && each && !mixed && count < links.length) {
    return {
      value: nowhere,
      evidence: `${countText(snapshots.length, "link")} show at ${pathText(path ?? [])} what the actions up to it made together, not the data of one.`,
    };
  }
  // Where the data are spread over the link, its own members stand beside them.
  const filled = path && path.length > 0 ? filledMembers(shown) : undefined;
  const told = filled ? ` What actions leave out is filled in: ${Object.keys(filled).join(", ")}.` : "";
  return {
    value: { path, encoding, exact, ...(filled ? { filled } : {}) },
    evidence:
      `In ${String(count)} of ${countText(links.length, "link")} the data of an action stand at ${pathText(path ?? [])}` +
      `${encoding === "json" ? "" : ` as ${encoding}`}, ${exact ? "with nothing beside them" : "among other members"}.${told}`,
  };
}

/** True for the state as it was after several actions, each of which brought something. */
function isSnapshot(value: Json | undefined, actions: readonly KnownAction[]): boolean {
  if (value === undefined || actions.some(({ data }) => sameJson(data, value))) return false;
  return snapshotFolds.some((fold) =>
    actions.some((_, index) => index > 0 && sameJson(foldState(fold, actions.slice(0, index + 1)), value)),
  );
}

/** True for the data of an action after the creation, where the state after it would hold more. */
function isLaterDataAlone(value: Json | undefined, actions: readonly KnownAction[]): boolean {
  return actions.some(
    ({ data }, index) =>
      index > 0 &&
      sameJson(data, value) &&
      !snapshotFolds.some((fold) => sameJson(foldState(fold, actions.slice(0, index + 1)), value)),
  );
}

/** The folds by which a state grows with the actions. */
const snapshotFolds = ["shallow-merge", "shallow-patch", "deep-merge", "merge-patch"] as const;

function likenessOf(value: Json | undefined, actions: readonly KnownAction[], ours: ReadonlySet<string>): Likeness {
  const likenesses = actions.map(({ data }) => likeness(value, data, ours));
  return best(likenesses, ({ score }) => score) ?? { kind: "none", score: 0 };
}

/** Every place of an object, or of a text that holds one, shorter paths and plain JSON first. */
function candidates(links: readonly SeenLink[]): readonly Value[] {
  const found = new Map<string, { readonly path: JsonPath; readonly encoding: TextEncoding }>();
  for (const { link, actions } of links.slice(0, 40)) {
    const names = new Set(actions.flatMap(({ actionKey, groupLabel }) => [actionKey, groupLabel]));
    for (const { path, value } of genericPlaces(link, names)) {
      const encoding = encodingOf(value);
      if (encoding) found.set(`${encoding} ${pathKey(path)}`, { path, encoding });
    }
  }
  return [...found.values()]
    .map((place): Value => ({ ...place, exact: true }))
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, maxCandidates);
}

/** What a link calls so may be the state around its action, which shows the data alone as long as nothing else is in it. */
const stateLike = /state|after|before|previous|snapshot|result/i;

function rank({ path, encoding }: Value): number {
  const isState = path?.some((step) => stateLike.test(step)) ?? false;
  return (path?.length ?? 0) + (encoding === "json" ? 0 : 100) + (isState ? 1_000 : 0);
}
