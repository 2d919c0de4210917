/**
 * Finds data members that some readers are not shown: never, only after another action (`until`), or no more after one
 * (`since`). Two traces must show it alike through both faces, and the sender must always see the member as it was
 * sent; otherwise the member is lost, not hidden.
 */
import { faces } from "../../../spec/operations.ts";
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { isKeptAfter, type StepsThen } from "../../../spec/readings/kept-members.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { pageIn } from "../../seen/pages.ts";
import { stepsIn, tellsApart, turnsOf, withEnd, type Shown } from "./turn-of-kept.ts";
import { followed, writtenIn, type Sent, type Written } from "./written.ts";

/** Members of at most so many actions are looked at, on so many traces each, as at most so many readers. */
const maxKeys = 4;
const leastTraces = 2;
const maxReaders = 5;
/** At most so many more reads to find which action decides. */
const maxTelling = 12;

type Context = Pick<ProbeContext, "ask" | "histories" | "reading" | "target">;
type OthersData = OpenPointValues["others-data"];
type Kept = Pick<OthersData, "links" | "state">;
type KeptMember = NonNullable<Kept["links"]>[string][string][string];

/** How one answer shows one member of an action. */
interface Sight extends StepsThen {
  readonly where: "links" | "state";
  readonly workflow: number;
  readonly key: string;
  readonly name: string;
  readonly traceId: string;
  /** The keys of all actions on the trace by then. */
  readonly way: readonly string[];
  readonly sender: Account;
  readonly face: Exchange["face"];
  readonly reader: Account;
  readonly how: How;
}

/** An undefined `mask` means that the member is absent. */
type How = "as sent" | "otherwise" | { readonly mask: string | null | undefined };

/** The members hidden from readers, where the histories show any; a few traces are then read as every reader. */
export async function keptMembers(context: Context, mayRead: (account: Account) => boolean): Promise<Kept> {
  const readers = (context.target.people ?? []).map(({ account }) => account).filter(mayRead);
  await readUnseen(context, readers);
  const before = inOrder(context.histories());
  const suspects = groupsOf(sightsIn(before, context)).filter((group) => isSuspect(group));
  const written = writtenIn(before);
  const byKey = Map.groupBy(suspects, keyOf);
  const traces = [...byKey.values()].slice(0, maxKeys).flatMap((groups) => tracesToRead(groups, written, mayRead));
  if (traces.length === 0) return {};
  const senders = Map.groupBy(traces, ({ traceId }) => traceId);
  const steps = [...senders].flatMap(([trace, sent]) =>
    [...new Set([...sent.map(({ sender }) => sender), ...readers])]
      .slice(0, maxReaders)
      .flatMap((actor) =>
        faces.flatMap((face) => [
          { op: "details", face, trace, actor } as const,
          ...(context.reading("state-data")?.path ? [{ op: "state", face, trace, actor } as const] : []),
        ]),
      ),
  );
  await context.ask(
    "members that some readers are not shown",
    steps.map((step) => ({ step })),
  );
  const groups = (): readonly (readonly Sight[])[] =>
    groupsOf(sightsIn(inOrder(context.histories()), context)).filter((group) => byKey.has(keyOf(group)));
  await readTelling(context, groups(), written);
  const ways = Map.groupBy(written, ({ workflow }) => workflow);
  const found: { [where in Sight["where"]]?: Record<string, Record<string, Record<string, KeptMember>>> } = {};
  for (const sights of groups()) {
    const [one] = sights;
    const kept = one && keptBy(sights, ways.get(one.workflow) ?? []);
    const id = one && context.target.workflows[one.workflow]?.id;
    if (!one || !kept || id === undefined) continue;
    const ofWorkflow = ((found[one.where] ??= {})[id] ??= {});
    (ofWorkflow[one.key] ??= {})[one.name] = kept;
  }
  return found;
}

/** Reads, on few traces, members of other users that the first reader has not seen yet. */
async function readUnseen(context: Context, [reader]: readonly Account[]): Promise<void> {
  if (reader === undefined) return;
  const before = inOrder(context.histories());
  const seen = new Set(
    sightsIn(before, context)
      .filter((one) => one.where === "links" && one.reader === reader)
      .map((one) => placeOf([one])),
  );
  const reads: OperationStep[] = [];
  for (const { traceId, workflow, actions } of writtenIn(before)) {
    const unseen = actions
      .filter(({ sender, data }) => sender !== reader && isJsonObject(data))
      .flatMap(({ key, data }) => Object.keys(data ?? {}).map((name) => JSON.stringify(["links", workflow, key, name])))
      .filter((place) => !seen.has(place));
    if (unseen.length === 0 || reads.length >= maxKeys) continue;
    for (const place of unseen) seen.add(place);
    reads.push({ op: "details", face: "v2", trace: traceId, actor: reader });
  }
  if (reads.length === 0) return;
  await context.ask(
    "what the first reader was never shown",
    reads.map((step) => ({ step })),
  );
}

/**
 * Where an action seems to decide when a member is shown, one reader reads further traces, first those that tell
 * several such actions apart.
 */
async function readTelling(
  { ask }: Context,
  groups: readonly (readonly Sight[])[],
  written: readonly Written[],
): Promise<void> {
  const reads = groups.flatMap((sights) => {
    const differing = differingSights(sights);
    const [one] = differing;
    if (!one) return [];
    const turns = turnsOf(differing);
    const seen = new Set(differing.filter(({ reader }) => reader === one.reader).map(({ way }) => String(way)));
    const ways = new Map(
      written
        .filter(({ workflow, actions }) => workflow === one.workflow && actions.some((sent) => isOfOther(sent, one)))
        .map(({ traceId, actions }) => ({ traceId, actions, keys: actions.map(({ key }) => key) }))
        .filter(({ keys }) => !seen.has(String(keys)))
        .map((way) => [String(way.keys), way]),
    );
    const tells = ({
      actions,
      keys,
    }: {
      readonly actions: readonly Sent[];
      readonly keys: readonly string[];
    }): number =>
      Math.max(
        ...actions.flatMap((sent, at) =>
          isOfOther(sent, one) ? [tellsApart(turns, { done: keys.slice(at + 1), perhaps: keys.slice(0, at) })] : [],
        ),
      );
    const op = one.where === "links" ? "details" : "state";
    return [...ways.values()]
      .toSorted((left, right) => left.keys.length - right.keys.length)
      .toSorted((left, right) => tells(right) - tells(left))
      .slice(0, maxTelling)
      .map(
        ({ traceId }, at) => ({ op, face: at % 2 === 0 ? "v2" : "legacy", trace: traceId, actor: one.reader }) as const,
      );
  });
  if (reads.length === 0) return;
  const steps = new Map(reads.map((step) => [JSON.stringify(step), step]));
  await ask(
    "when members are shown to some readers",
    [...steps.values()].map((step) => ({ step })),
  );
}

const isOfOther = ({ key, sender }: Sent, one: Sight): boolean => key === one.key && sender !== one.reader;

const keyOf = ([one]: readonly Sight[]): string => JSON.stringify([one?.workflow, one?.key]);
const placeOf = ([one]: readonly Sight[]): string => JSON.stringify([one?.where, one?.workflow, one?.key, one?.name]);

const groupsOf = (sights: readonly Sight[]): readonly (readonly Sight[])[] => [
  ...Map.groupBy(sights, (one) => placeOf([one])).values(),
];

const isOwn = ({ reader, sender }: Sight): boolean => reader === sender;

const isKept = ({ how }: Sight): boolean => how !== "as sent";

/**
 * True where a reader other than the sender was once not shown the member, and nothing contradicts that it is hidden.
 */
const isSuspect = (sights: readonly Sight[]): boolean =>
  sights.some(isKept) && !sights.some((one) => one.how === "otherwise" || (isOwn(one) && isKept(one)));

interface Asked {
  readonly traceId: string;
  readonly sender: Account;
}

/**
 * Two traces for each of these members whose sender can read, preferably ones on which it was missing; then traces with
 * other actions, which may show or hide it; and the one on which the action was done most often: a member that is lost
 * when the action is repeated is missing for its sender too.
 */
function tracesToRead(
  suspects: readonly (readonly Sight[])[],
  written: readonly Written[],
  mayRead: (account: Account) => boolean,
): readonly Asked[] {
  const chosen: (Asked & Pick<Written, "actions">)[] = [];
  const further: typeof chosen = [];
  for (const sights of suspects) {
    const [one] = sights;
    const brings = ({ key, sender, data }: Sent): boolean =>
      key === one?.key && mayRead(sender) && isJsonObject(data) && Object.hasOwn(data, one.name);
    const having = written
      .filter(({ workflow }) => workflow === one?.workflow)
      .toSorted((left, right) => left.actions.length - right.actions.length)
      .flatMap(({ traceId, actions }) => {
        const sent = actions.find(brings);
        return sent ? [{ traceId, sender: sent.sender, actions }] : [];
      });
    // Nothing was done on the trace since.
    const isMissed = ({ traceId, actions }: Pick<Written, "traceId" | "actions">): boolean =>
      sights.some((sight) => isKept(sight) && sight.traceId === traceId && sight.way.length === actions.length);
    const missed = having.filter(isMissed);
    const known = having.filter(({ traceId }) => chosen.some((other) => other.traceId === traceId));
    const wanted = [...new Set([...known, ...missed, ...having])].slice(0, leastTraces);
    chosen.push(...wanted.filter((trace) => !known.includes(trace)));
    further.push(...having);
  }
  const all = chosen.slice(0, 2 * leastTraces);
  const key = suspects[0]?.[0]?.key;
  const timesOn = ({ actions }: Pick<Written, "actions">): number => actions.filter((one) => one.key === key).length;
  const [mostOften] = further.toSorted((left, right) => timesOn(right) - timesOn(left));
  if (mostOften && all.every((one) => timesOn(one) < timesOn(mostOften))) all.push(mostOften);
  while (all.length <= 2 * leastTraces) {
    const done = new Set(all.flatMap(({ actions }) => actions.map(({ key }) => key)));
    const newOn = ({ actions }: Pick<Written, "actions">): number =>
      new Set(actions.map(({ key }) => key).filter((key) => !done.has(key))).size;
    const [most] = further.toSorted((left, right) => newOn(right) - newOn(left));
    if (!most || newOn(most) === 0) break;
    all.push(most);
  }
  return all;
}

/** From whom the member is hidden, and when; undefined where what was seen does not agree. */
function keptBy(sights: readonly Sight[], written: readonly Written[]): KeptMember | undefined {
  const own = sights.filter(isOwn);
  if (own.some(isKept) || !isSeenEnough(own) || sights.some(({ how }) => how === "otherwise")) return undefined;
  const differing = differingSights(sights);
  const [known] = turnsOf(differing);
  if (!known) return undefined;
  const ways = written.map(({ actions }) => actions.map(({ key }) => key));
  const turn = withEnd(known, differing, ways);
  const [keptFrom, shownTo, masks] = [[] as Account[], [] as Account[], [] as How[]];
  for (const [reader, ofReader] of byReader(sights)) {
    const kept = ofReader.filter(isKept);
    if (kept.length === 0) {
      // This reader is shown the member while it is hidden from others.
      if (isSeenEnough(ofReader.filter((one) => isKeptAfter(turn, one) === true))) shownTo.push(reader);
      continue;
    }
    // Of a reader who never saw the member, nobody knows when it would be shown.
    if (!isSeenEnough(kept) || (differing.length > 0 && kept.length === ofReader.length)) continue;
    keptFrom.push(reader);
    masks.push(...kept.map(({ how }) => how));
  }
  const [mask] = masks;
  if (typeof mask !== "object" || masks.some((how) => !isAlike(how, mask))) return undefined;
  return {
    keptFrom,
    ...(shownTo.length > 0 ? { shownTo } : {}),
    ...turn,
    ...(mask.mask === undefined ? {} : { mask: mask.mask }),
  };
}

/** By reader, what readers other than the sender saw. */
const byReader = (sights: readonly Sight[]): ReadonlyMap<Account, readonly Sight[]> =>
  Map.groupBy(
    sights.filter((one) => !isOwn(one)),
    ({ reader }) => reader,
  );

/** What readers saw who were shown the member at one time and not at another. */
const differingSights = (sights: readonly Sight[]): readonly (Sight & Shown)[] =>
  [...byReader(sights).values()]
    .filter((ofReader) => new Set(ofReader.map(isKept)).size > 1)
    .flat()
    .map((sight) => ({ ...sight, isKept: isKept(sight) }));

const isAlike = (one: How, other: How): boolean =>
  typeof one === "object" && typeof other === "object" ? one.mask === other.mask : one === other;

/** True where two traces show it, each through both faces. */
function isSeenEnough(sights: readonly Sight[]): boolean {
  const byTrace = [...Map.groupBy(sights, ({ traceId }) => traceId).values()];
  const through = byTrace.filter((ofTrace) => faces.every((face) => ofTrace.some((one) => one.face === face)));
  return through.length >= leastTraces;
}

/** How complete lists of links, and states, show each member that was sent. */
function sightsIn(exchanges: readonly Exchange[], { reading }: Context): readonly Sight[] {
  const [links, state] = [reading("link-data"), reading("state-data")];
  const { container, rule } = state ? partsOf(state.fold) : {};
  const isTold = state?.path && container === undefined && rule !== "list";
  const stepsThen = stepsIn(exchanges);
  return [...followed(exchanges)].flatMap(({ exchange, written }): readonly Sight[] => {
    if (!succeeded(exchange) || exchange.defects.length > 0 || exchange.candidateFor !== undefined) return [];
    const { traceId, workflow, actions } = written;
    const way = actions.map(({ key }) => key);
    const read = { traceId, workflow, way, face: exchange.face, reader: senderOf(exchange) };
    const compared = (
      where: Sight["where"],
      { key, sender, data, exchange: sentBy }: Sent,
      shown: Json | undefined,
    ): readonly Sight[] => {
      if (!isJsonObject(data) || !isJsonObject(shown)) return [];
      const of = { ...read, ...stepsThen(traceId, exchange, sentBy) };
      const sights = Object.entries(data).map(([name, sent]): Sight => {
        const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
        return { ...of, where, key, name, sender, how: howShown(sent, value) };
      });
      // If no member of the action is shown, the whole action may be missing, which other probes look at.
      return sights.filter((one) => isOwn(one) || sights.some(({ how }) => how === "as sent"));
    };
    if (exchange.intent.kind === "details" && links?.path) {
      const page = pageIn(exchange);
      if (!page || page.links.length !== page.totalCount) return [];
      const shown = page.links.map((link) => dataOfLink(link, links) ?? null);
      return actions.flatMap((action) => compared("links", action, shownOf(action, shown, actions)));
    }
    const shown = isTold ? payloadMember(exchange, "state") : undefined;
    if (!state || shown === undefined) return [];
    // Of a member that several actions brought, nobody knows whose is missing.
    const isAlone = ({ name }: Sight): boolean =>
      actions.filter(({ data }) => isJsonObject(data) && Object.hasOwn(data, name)).length === 1;
    return actions.flatMap((action) => compared("state", action, dataOfState(shown, state))).filter(isAlone);
  });
}

function howShown(sent: Json, shown: Json | undefined): How {
  if (shown !== undefined && sameJson(sent, shown)) return "as sent";
  return shown === undefined || shown === null || typeof shown === "string" ? { mask: shown } : "otherwise";
}

/**
 * The data in the link of an action: found by its marker, or by its position where there are as many links as actions.
 */
function shownOf(action: Sent, shown: readonly Json[], actions: readonly Sent[]): Json | undefined {
  const holds = (data: Json | undefined, { marker }: Sent): boolean =>
    marker !== undefined && JSON.stringify(data ?? null).includes(JSON.stringify(marker).slice(1, -1));
  const marked = shown.filter((data) => holds(data, action));
  if (marked.length > 0 || shown.length !== actions.length) return marked.length === 1 ? marked[0] : undefined;
  for (const list of [shown, shown.toReversed()]) {
    const told = actions.filter((one) => shown.some((data) => holds(data, one)));
    if (told.length > 0 && told.every((one) => holds(list[actions.indexOf(one)], one)))
      return list[actions.indexOf(action)];
  }
  return undefined;
}
