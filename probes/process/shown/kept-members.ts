/**
 * Members of the data of an action that some readers are never shown. What is believed both faces say alike, of two traces,
 * and show to who sent it as it was sent: what is lost now and then, through one face, or to the sender as well, is lost.
 */
import { faces } from "../../../spec/operations.ts";
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
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
import { followed, writtenIn, type Sent, type Written } from "./written.ts";

/** Of so many actions members are looked for, on so many traces each, as so many readers. */
const maxKeys = 4;
const leastTraces = 2;
const maxReaders = 5;

type Context = Pick<ProbeContext, "ask" | "histories" | "reading" | "target">;
type OthersData = OpenPointValues["others-data"];
type Kept = Pick<OthersData, "links" | "state">;
type KeptMember = NonNullable<Kept["links"]>[string][string][string];

/** What one answer shows of one member that an action brought. */
interface Sight {
  readonly where: "links" | "state";
  readonly workflow: number;
  readonly key: string;
  readonly name: string;
  readonly traceId: string;
  readonly sender: Account;
  readonly face: Exchange["face"];
  readonly reader: Account;
  readonly how: How;
}

/** Undefined in `mask`: nothing stands there. */
type How = "as sent" | "otherwise" | { readonly mask: string | null | undefined };

/** What readers were not shown, where the histories tell of any; a few traces are then read by everybody. */
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
  const seen = groupsOf(sightsIn(inOrder(context.histories()), context));
  const found: { [where in Sight["where"]]?: Record<string, Record<string, Record<string, KeptMember>>> } = {};
  for (const sights of seen.filter((group) => byKey.has(keyOf(group)))) {
    const [one] = sights;
    const kept = keptBy(sights);
    const id = one && context.target.workflows[one.workflow]?.id;
    if (!one || !kept || id === undefined) continue;
    const ofWorkflow = ((found[one.where] ??= {})[id] ??= {});
    (ofWorkflow[one.key] ??= {})[one.name] = kept;
  }
  return found;
}

/** Members that other users brought, and that the first reader was never shown, are read once: on few traces. */
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

const keyOf = ([one]: readonly Sight[]): string => JSON.stringify([one?.workflow, one?.key]);
const placeOf = ([one]: readonly Sight[]): string => JSON.stringify([one?.where, one?.workflow, one?.key, one?.name]);

const groupsOf = (sights: readonly Sight[]): readonly (readonly Sight[])[] => [
  ...Map.groupBy(sights, (one) => placeOf([one])).values(),
];

const isOwn = ({ reader, sender }: Sight): boolean => reader === sender;

/** True where somebody who did not send the member never was shown it. */
function isSuspect(sights: readonly Sight[]): boolean {
  if (sights.some((one) => one.how === "otherwise" || (isOwn(one) && one.how !== "as sent"))) return false;
  const byReader = Map.groupBy(
    sights.filter((one) => !isOwn(one)),
    ({ reader }) => reader,
  );
  return [...byReader.values()].some((ofReader) => ofReader.every(({ how }) => how !== "as sent"));
}

interface Asked {
  readonly traceId: string;
  readonly sender: Account;
}

/** Two traces for each of these members of an action, on which it was missed first of all, and who sent it can be asked. */
function tracesToRead(
  suspects: readonly (readonly Sight[])[],
  written: readonly Written[],
  mayRead: (account: Account) => boolean,
): readonly Asked[] {
  const chosen: Asked[] = [];
  for (const sights of suspects) {
    const [one] = sights;
    const missed = new Set(sights.filter(({ how }) => how !== "as sent").map(({ traceId }) => traceId));
    const brings = ({ key, sender, data }: Sent): boolean =>
      key === one?.key && mayRead(sender) && isJsonObject(data) && Object.hasOwn(data, one.name);
    const having = written
      .filter(({ workflow }) => workflow === one?.workflow)
      .toSorted((left, right) => left.actions.length - right.actions.length)
      .flatMap(({ traceId, actions }) => {
        const sent = actions.find(brings);
        return sent ? [{ traceId, sender: sent.sender }] : [];
      });
    const [first, then] = [true, false].map((was) => having.filter(({ traceId }) => missed.has(traceId) === was));
    const known = having.filter(({ traceId }) => chosen.some((other) => other.traceId === traceId));
    const wanted = [...new Set([...known, ...(first ?? []), ...(then ?? [])])].slice(0, leastTraces);
    chosen.push(...wanted.filter((trace) => !known.includes(trace)));
  }
  return chosen.slice(0, 2 * leastTraces);
}

/** From whom the member is kept, if all that was seen of it agrees. */
function keptBy(sights: readonly Sight[]): KeptMember | undefined {
  const own = sights.filter(isOwn);
  if (own.some(({ how }) => how !== "as sent") || !isSeenEnough(own)) return undefined;
  const [keptFrom, shownTo, masks] = [[] as Account[], [] as Account[], [] as How[]];
  const byReader = Map.groupBy(
    sights.filter((one) => !isOwn(one)),
    ({ reader }) => reader,
  );
  for (const [reader, ofReader] of byReader) {
    const [first, ...others] = ofReader.map(({ how }) => how);
    if (first === undefined || first === "otherwise") return undefined;
    if (others.some((how) => !isAlike(how, first))) return undefined;
    if (!isSeenEnough(ofReader)) continue;
    (first === "as sent" ? shownTo : keptFrom).push(reader);
    if (first !== "as sent") masks.push(first);
  }
  const [mask, ...others] = masks;
  if (typeof mask !== "object" || others.some((how) => !isAlike(how, mask))) return undefined;
  return {
    keptFrom,
    ...(shownTo.length > 0 ? { shownTo } : {}),
    ...(mask.mask === undefined ? {} : { mask: mask.mask }),
  };
}

const isAlike = (one: How, other: How): boolean =>
  typeof one === "object" && typeof other === "object" ? one.mask === other.mask : one === other;

/** True where it was seen on two traces, on each of them through both faces. */
function isSeenEnough(sights: readonly Sight[]): boolean {
  const byTrace = [...Map.groupBy(sights, ({ traceId }) => traceId).values()];
  const through = byTrace.filter((ofTrace) => faces.every((face) => ofTrace.some((one) => one.face === face)));
  return through.length >= leastTraces;
}

/** What the links of whole lists, and the states, show of each member that was sent. */
function sightsIn(exchanges: readonly Exchange[], { reading }: Context): readonly Sight[] {
  const [links, state] = [reading("link-data"), reading("state-data")];
  const { container, rule } = state ? partsOf(state.fold) : {};
  const isTold = state?.path && container === undefined && rule !== "list";
  return [...followed(exchanges)].flatMap(({ exchange, written }): readonly Sight[] => {
    if (!succeeded(exchange) || exchange.defects.length > 0 || exchange.candidateFor !== undefined) return [];
    const { traceId, workflow, actions } = written;
    const of = { traceId, workflow, face: exchange.face, reader: senderOf(exchange) };
    const compared = (
      where: Sight["where"],
      { key, sender, data }: Sent,
      shown: Json | undefined,
    ): readonly Sight[] => {
      if (!isJsonObject(data) || !isJsonObject(shown)) return [];
      const sights = Object.entries(data).map(([name, sent]): Sight => {
        const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
        return { ...of, where, key, name, sender, how: howShown(sent, value) };
      });
      // What is not there at all, or not yet, is another matter.
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
    // Of a member that several brought, nobody knows whose it is that is not shown.
    const isAlone = ({ name }: Sight): boolean =>
      actions.filter(({ data }) => isJsonObject(data) && Object.hasOwn(data, name)).length === 1;
    return actions.flatMap((action) => compared("state", action, dataOfState(shown, state))).filter(isAlone);
  });
}

function howShown(sent: Json, shown: Json | undefined): How {
  if (shown !== undefined && sameJson(sent, shown)) return "as sent";
  return shown === undefined || shown === null || typeof shown === "string" ? { mask: shown } : "otherwise";
}

/** The data that the link of an action shows: by its marker, or by its place where there are as many links as actions. */
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
