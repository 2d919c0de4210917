/**
 * Open point `own-links`: links that nobody sent. They show the key of an action that is none of the workflow's, hold
 * nothing that this run sent, and are others in each trace.
 */
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { pathKey } from "../lib/generic-path.ts";
import { countText, pathText } from "../lib/wording.ts";
import { unknown, type Probe, type ProbeContext } from "../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../seen/known-traces.ts";
import { pageIn, type SeenPage } from "../seen/pages.ts";

/** So many traces of a process are read besides, so that each action is followed on one of them. */
const maxTraces = 4;
/** However many members a link has: its action key stands at one of the first places. */
const maxPlaces = 60;

export const ownLinks: Probe = {
  id: "own-links",
  openPoints: ["own-links"],
  needs: ["the others"],
  writes: false,
  async run(context) {
    const { fixture, reading } = context;
    if (fixture.found) return { "own-links": unknown("Nothing was written, so nobody knows what was sent.") };
    const where = reading("link-data");
    if (!where?.path) return { "own-links": unknown("Links do not tell which action they stand for.") };
    // Where any action may come at any time, the traces that all probes look at had each of them.
    if ((fixture.gating?.value?.gating ?? "free") !== "free") await readCovering(context);
    const links = seenLinks(context, where);
    const mine = links.filter((link) => link.mine);
    const path = keyPlace(mine);
    const strangers = path ? links.filter((link) => !link.mine && isOwn(link, path, context)) : [];
    const keys = [...new Set(strangers.map(({ link }) => keyAt(link, path ?? []) ?? ""))].sort();
    const twice = strangers.some((one) =>
      strangers.some((other) => other.trace !== one.trace && sameJson(other.link, one.link)),
    );
    if (!path || keys.length === 0 || twice) {
      const evidence = `Each of ${countText(mine.length, "link")} stands for an action that was sent.`;
      return { "own-links": { value: { seen: false }, evidence } };
    }
    const names = (of: readonly (string | undefined)[]) => [...new Set(of)].filter((name) => name !== undefined).sort();
    const value: OpenPointValues["own-links"] = {
      seen: true,
      path,
      keys,
      after: names(strangers.map(({ after }) => after)),
      members: names(strangers.flatMap(({ data }) => (isJsonObject(data) ? Object.keys(data) : []))),
    };
    const evidence = `${countText(strangers.length, "link")} that nobody sent show ${keys.join(", ")} at ${pathText(path)}, after ${(value.after ?? []).join(", ")}.`;
    return { "own-links": { value, evidence } };
  },
};

interface SeenLink {
  readonly trace: KnownTrace;
  readonly link: Json;
  readonly data: Json | undefined;
  /** True where it holds something that this run sent. */
  readonly mine: boolean;
  /** The key of the action before it, where the page shows that one. */
  readonly after: string | undefined;
}

/** Reads the links of traces that together had every action which came on any of them. */
async function readCovering(context: ProbeContext): Promise<void> {
  const { histories, fixture, ask } = context;
  const exchanges = inOrder(histories());
  const read = new Set(exchanges.flatMap((exchange) => pageIn(exchange)?.traceId ?? []));
  const traces = [...knownTraces(exchanges).values()].filter(({ workflow }) => workflow === fixture.workflow);
  const keysOf = ({ actions }: KnownTrace) => actions.map(({ actionKey }) => actionKey);
  const covered = new Set(traces.filter(({ traceId }) => read.has(traceId)).flatMap(keysOf));
  const chosen: KnownTrace[] = [];
  const gain = (trace: KnownTrace) => new Set(keysOf(trace).filter((key) => !covered.has(key))).size;
  while (chosen.length < maxTraces) {
    const [best] = traces.toSorted((left, right) => gain(right) - gain(left));
    if (!best || gain(best) === 0) break;
    chosen.push(best);
    for (const key of keysOf(best)) covered.add(key);
  }
  await ask(
    "links of a process",
    chosen.map(({ traceId }) => ({ step: { op: "details", face: "v2", trace: traceId } })),
  );
}

function seenLinks(context: ProbeContext, where: OpenPointValues["link-data"]): readonly SeenLink[] {
  const exchanges = inOrder(context.histories());
  const traces = knownTraces(exchanges);
  const newestFirst = context.reading("link-order")?.order === "newest-first";
  return exchanges.flatMap((exchange) => {
    const page = pageIn(exchange);
    const trace = page && traces.get(page.traceId);
    return trace ? linksOf(page, trace) : [];
  });

  function linksOf({ links }: SeenPage, trace: KnownTrace): readonly SeenLink[] {
    let after: string | undefined;
    return (newestFirst ? links.toReversed() : links).map((link): SeenLink => {
      const data = dataOfLink(link, where);
      const mine = [link, data ?? null].some((shown) => JSON.stringify(shown).includes(context.runId));
      const seen = { trace, link, data, mine, after };
      if (mine) after = trace.actions.find(({ data: sent }) => sameJson(sent, data))?.actionKey;
      return seen;
    });
  }
}

/** Where links show the key of the action that was sent. */
function keyPlace(mine: readonly SeenLink[]): JsonPath | undefined {
  const [first] = mine;
  const places = genericPlaces(first?.link ?? null, new Set(), maxPlaces);
  const shows = ({ trace, link }: SeenLink, path: JsonPath): boolean => {
    const key = keyAt(link, path);
    return key !== undefined && trace.actions.some(({ actionKey }) => actionKey === key);
  };
  const paths = new Map(places.map(({ path }) => [pathKey(path), path]));
  return [...paths.values()].find((path) => mine.every((link) => shows(link, path)));
}

function keyAt(link: Json, path: JsonPath): string | undefined {
  const [value, ...more] = valuesAt(link, path);
  return typeof value === "string" && value !== "" && more.length === 0 ? value : undefined;
}

function isOwn({ link, trace }: SeenLink, path: JsonPath, { target }: ProbeContext): boolean {
  const key = keyAt(link, path);
  return key !== undefined && !(target.workflows[trace.workflow]?.actions.some((action) => action.key === key) ?? true);
}
