/**
 * Finds links that are missing from the lists of readers who did not send their action. Both faces must agree on
 * complete lists: the reader's lack the links of certain actions and no others, and the sender sees all. Links that
 * nobody sees, or that only one face leaves out, are lost.
 */
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { faces } from "../../../spec/operations.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { pageIn, type SeenPage } from "../../seen/pages.ts";
import { writtenIn, type Sent, type Written } from "./written.ts";

/** At most so many actions of other users are looked at, each on one trace. */
const maxKeys = 8;

type Context = Pick<ProbeContext, "histories" | "run" | "target">;
type LinkReading = OpenPointValues["link-data"];

type Omission = Required<Pick<OpenPointValues["others-data"], "omitted">> &
  Pick<OpenPointValues["others-data"], "wholeFor">;

/**
 * By the id of the workflow, the keys of actions whose links the reader is not shown; and the user who is shown all
 * links, also of a trace on which only the reader acted.
 */
export async function omittedLinks(
  context: Context,
  data: LinkReading | undefined,
  reader: Account,
  mayRead: (account: Account) => boolean,
): Promise<Omission> {
  if (!data?.path?.length) return { omitted: {} };
  const read = new Map<string, Promise<readonly SeenPage[]>>();
  const pagesOf = (traceId: string, actor: Account): Promise<readonly SeenPage[]> => {
    const key = JSON.stringify([traceId, actor]);
    const pages = read.get(key) ?? bothPages(context, traceId, actor);
    read.set(key, pages);
    return pages;
  };
  const omitted = new Map<string, Set<string>>();
  const written = writtenIn(inOrder(context.histories()));
  const tried = tracesToRead(written, reader, mayRead);
  const senders = new Set<Account>();
  for (const { trace, sender } of tried) {
    const shown = await pagesOf(trace.traceId, reader);
    if (shown.length === 0 || shown.some(({ links }) => links.length >= trace.actions.length)) continue;
    const all = await pagesOf(trace.traceId, sender);
    if (all.length === 0 || !all.every(({ links }) => showsAll(links, trace.actions, data))) continue;
    const [one, other] = shown.map(({ links }) => keysLeftOut(links, trace.actions, reader, data));
    const id = context.target.workflows[trace.workflow]?.id;
    if (id === undefined || !one?.length || !other || !sameJson(one, other)) continue;
    omitted.set(id, new Set([...(omitted.get(id) ?? []), ...one]));
    senders.add(sender);
  }
  const found = Object.fromEntries([...omitted].map(([id, keys]) => [id, [...keys].sort()]));
  const [whole] = senders;
  const alone = written.find(({ actions }) => actions.every(({ sender }) => sender === reader));
  if (senders.size !== 1 || whole === undefined || !alone) return { omitted: found };
  const lists = await pagesOf(alone.traceId, whole);
  const isShown = lists.length > 0 && lists.every(({ links }) => showsAll(links, alone.actions, data));
  return { omitted: found, ...(isShown ? { wholeFor: whole } : {}) };
}

/** The list through both faces; none where one of them is incomplete. */
async function bothPages({ run }: Context, traceId: string, actor: Account): Promise<readonly SeenPage[]> {
  const steps = faces.map((face) => ({ op: "details", face, trace: traceId, actor }) as const);
  const pages = (await run("the list of a trace on which another user acted", steps)).flatMap(
    (one) => pageIn(one) ?? [],
  );
  return pages.length === faces.length && pages.every(({ links, totalCount }) => links.length === totalCount)
    ? pages
    : [];
}

/** For each action of another user, the shortest trace with it and the user who did it there. */
function tracesToRead(
  written: readonly Written[],
  reader: Account,
  mayRead: (account: Account) => boolean,
): readonly { readonly trace: Written; readonly sender: Account }[] {
  const found = new Map<string, { trace: Written; sender: Account }>();
  for (const trace of written.toSorted((one, other) => one.actions.length - other.actions.length)) {
    for (const { key, sender } of trace.actions) {
      const name = JSON.stringify([trace.workflow, key]);
      if (sender !== reader && mayRead(sender) && !found.has(name)) found.set(name, { trace, sender });
    }
  }
  return [...found.values()].slice(0, maxKeys);
}

/** True where the links show all actions, in their order or reversed. */
function showsAll(links: readonly Json[], actions: readonly Sent[], data: LinkReading): boolean {
  if (links.length !== actions.length) return false;
  return [links, links.toReversed()].some((list) => actions.every((one, at) => shows(list[at], one, data)));
}

/**
 * The keys of other users' actions whose links are exactly those missing; undefined where something else is missing.
 */
function keysLeftOut(
  links: readonly Json[],
  actions: readonly Sent[],
  reader: Account,
  data: LinkReading,
): readonly string[] | undefined {
  for (const list of [links, links.toReversed()]) {
    const keys = new Set<string>();
    let at = 0;
    for (const one of actions) {
      if (shows(list[at], one, data)) at++;
      else if (one.sender !== reader) keys.add(one.key);
    }
    const left = actions.filter(({ key, sender }) => sender === reader || !keys.has(key));
    if (left.length === list.length && left.every((one, place) => shows(list[place], one, data)))
      return [...keys].sort();
  }
  return undefined;
}

function shows(link: Json | undefined, { data: sent }: Sent, reading: LinkReading): boolean {
  const shown = link === undefined ? undefined : dataOfLink(link, reading);
  if (!isJsonObject(sent) || !isJsonObject(shown)) return false;
  return Object.entries(sent).every(([name, value]) => Object.hasOwn(shown, name) && sameJson(shown[name], value));
}
