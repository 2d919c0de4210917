/** Open point `own-links`: links that nobody sent, and whether they come at once. */
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { countText, pathText } from "../lib/wording.ts";
import { isJsonObject } from "../../spec/json.ts";
import { choicesIn } from "../process/forms/members-to-choose.ts";
import { cameLater, whenTheyCome } from "../process/late/late-links.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../seen/known-traces.ts";
import {
  byHandAmong,
  copiesAmong,
  holdsMine,
  isOwn,
  keyPlace,
  names,
  ownAmong,
  seenLinks,
  traitsOf,
  type LinkReadings,
  type SeenLink,
} from "../seen/own-links.ts";
import { ownMembers } from "../seen/own-members.ts";
import { pageIn, type SeenPage } from "../seen/pages.ts";
import { ownKind } from "../seen/told-by-kind.ts";

/** So many traces of a process are read besides, so that each action is followed on one of them, whatever it decides. */
const maxTraces = 8;
/** What one trace shows is no rule. */
const oftenEnough = 2;

export const ownLinks = onePoint("own-links", { needs: ["the others"] }, async (context) => {
  const { fixture, reading, target, runId } = context;
  if (fixture.found) return unknown("Nothing was written, so nobody knows what was sent.");
  const data = reading("link-data");
  if (!data?.path) return unknown("Links do not tell which action they stand for.");
  const plain: LinkReadings = { target, runId, data, order: reading("link-order")?.order };
  // Where any action may come at any time, the traces that all probes look at had each of them.
  if ((fixture.gating?.value?.gating ?? "free") !== "free") await readCovering(context);
  const links = seenLinks(inOrder(context.histories()), plain);
  const found = toldByAction(links, plain) ?? toldByKind(context, links, plain);
  if (!found) {
    const evidence = `Each of ${countText(links.filter(({ mine }) => mine).length, "link")} stands for an action that was sent.`;
    return { value: { seen: false }, evidence };
  }
  const { path, own, readings } = found;
  const { copies = [], byHand = [] } = readings;
  const { keys, after: behind } = traitsOf(own, path);
  // Links of another kind may stand before all that was sent: these came with the creation.
  const first = readings.keys
    ? own.flatMap(({ after, trace }) => (after === undefined ? trace.actions.slice(0, 1) : []))
    : [];
  const shownAfter = names([...behind, ...first.map(({ actionKey }) => actionKey)]);
  // Members that users bring as well are judged by what they bring.
  const { members: ofLinks } = traitsOf(
    own.filter(({ isExtra }) => !isExtra),
    path,
  );
  const come = await coming(context, readings, path, own);
  const members = names([...ofLinks, ...(await broughtBy(context, readings, path))]);
  // Where they come late, other actions may stand before them.
  const after = come.late ? names([...shownAfter, ...come.after]) : shownAfter;
  const value: OpenPointValues["own-links"] = {
    ...{ seen: true, path, keys, after, members },
    ...(copies.length > 0 ? { copies } : {}),
    ...(byHand.length > 0 ? { byHand } : {}),
    ...(come.late ? { late: true } : {}),
  };
  const evidence = `${countText(own.length, "link")} that nobody sent show ${keys.join(", ")} at ${pathText(path)}, after ${after.join(", ")}${come.late ? ", some time later" : ""}.`;
  return { value, evidence };
});

interface Found {
  readonly path: JsonPath;
  readonly own: readonly SeenLink[];
  readonly readings: LinkReadings;
}

/** Those that show the key of an action as the others do. */
function toldByAction(links: readonly SeenLink[], plain: LinkReadings): Found | undefined {
  const path = keyPlace(links);
  if (!path) return undefined;
  const readings = { ...plain, copies: copiesAmong(links, path, plain), byHand: byHandAmong(links, path, plain) };
  const own = ownAmong(links, path, readings);
  return own.length > 0 ? { path, own, readings } : undefined;
}

/** Those that show no action, and say what they are instead. */
function toldByKind({ histories }: ProbeContext, links: readonly SeenLink[], plain: LinkReadings): Found | undefined {
  const kind = ownKind(inOrder(histories()), (link) => holdsMine(link, plain));
  if (!kind) return undefined;
  const readings = { ...plain, keys: [kind.key] };
  const own = ownAmong(links, kind.path, readings);
  return own.length > 0 ? { path: kind.path, own, readings } : undefined;
}

/** Whether its links come some time after the action, and after which: by the lists that were read, and on one more trace. */
async function coming(
  context: ProbeContext,
  readings: LinkReadings,
  path: JsonPath,
  own: readonly SeenLink[],
): Promise<{ readonly after: readonly string[]; readonly late: boolean }> {
  const traces = knownTraces(inOrder(context.histories()));
  const tally = ({ traceId, links }: SeenPage): { sent: number; own: number } => {
    const trace = traces.get(traceId) ?? { ...context.fixture, actions: [] };
    const count = links.filter((link) => isOwn(link, trace, path, readings)).length;
    return { sent: links.length - count, own: count };
  };
  const [shortest] = own.map(({ trace }) => trace).toSorted((one, other) => one.actions.length - other.actions.length);
  if (!shortest) return { after: [], late: false };
  const done = shortest.actions.map(({ actionKey }) => actionKey);
  const { after, late } = await whenTheyCome(context, shortest.workflow, done, tally);
  return { after, late: late || cameLater(context, tally) };
}

/** Members of the state that its links bring, by whatever names. */
async function broughtBy(
  { histories, reading, runId, ask }: ProbeContext,
  readings: LinkReadings,
  path: JsonPath,
): Promise<readonly string[]> {
  const state = reading("state-data");
  if (!state) return [];
  const exchanges = inOrder(histories());
  const traces = knownTraces(exchanges);
  const hasOwn = ({ traceId, links }: SeenPage): boolean =>
    links.some((link) => isOwn(link, traces.get(traceId) ?? { workflow: 0, actions: [] }, path, readings));
  const pages = exchanges.flatMap((one) => pageIn(one) ?? []);
  const having = new Set(pages.filter(hasOwn).map(({ traceId }) => traceId));
  const whole = pages.filter(({ links, totalCount }) => links.length === totalCount);
  const lacking = new Set(whole.map(({ traceId }) => traceId)).difference(having);
  const known = (ids: ReadonlySet<string>) =>
    [...traces.values()]
      .filter(({ traceId }) => ids.has(traceId))
      .toSorted((one, other) => one.actions.length - other.actions.length);
  return ownMembers({
    having: known(having),
    lacking: known(lacking).toReversed(),
    hasOwn,
    state,
    runId,
    ask: (steps) =>
      ask(
        "what links that nobody sent bring",
        steps.map((step) => ({ step })),
      ),
  });
}

/** Reads the links of traces that together had every action which came on any of them, with each choice that it brought. */
async function readCovering(context: ProbeContext): Promise<void> {
  const { histories, target, ask } = context;
  const exchanges = inOrder(histories());
  const read = new Set(exchanges.flatMap((exchange) => pageIn(exchange)?.traceId ?? []));
  const traces = [...knownTraces(exchanges).values()];
  const turnsOf = ({ workflow, actions }: KnownTrace): readonly string[] => {
    const described = target.workflows[workflow]?.actions ?? [];
    return actions.flatMap(({ actionKey, data }) => {
      const schema = described.find(({ key }) => key === actionKey)?.dataSchema;
      const choices = schema && isJsonObject(data) ? choicesIn(schema).map((name) => [name, data[name] ?? null]) : [];
      return [[], ...choices].map((choice) => JSON.stringify([workflow, actionKey, ...choice]));
    });
  };
  const covered = new Map<string, number>();
  const cover = (trace: KnownTrace): void => {
    for (const turn of new Set(turnsOf(trace))) covered.set(turn, (covered.get(turn) ?? 0) + 1);
  };
  for (const trace of traces.filter(({ traceId }) => read.has(traceId))) cover(trace);
  const chosen: KnownTrace[] = [];
  const gain = (trace: KnownTrace): number =>
    [...new Set(turnsOf(trace))].filter((turn) => (covered.get(turn) ?? 0) < oftenEnough).length;
  const left = new Set(traces.filter(({ traceId }) => !read.has(traceId)));
  while (chosen.length < maxTraces) {
    const [best] = [...left].toSorted((one, other) => gain(other) - gain(one));
    if (!best || gain(best) === 0) break;
    chosen.push(best);
    left.delete(best);
    cover(best);
  }
  await ask(
    "links of a process",
    chosen.map(({ traceId }) => ({ step: { op: "details", face: "v2", trace: traceId } })),
  );
}
