/**
 * Finds links that hide their data from readers who did not send their action. Both faces must agree on a complete
 * list, and show the data to the sender. Data that nobody sees, or that only one face hides, are lost.
 */
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { showsNoData, dataOfLink } from "../../../spec/readings/link-data.ts";
import { markerIn } from "../../../spec/readings/marker.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces } from "../../seen/known-traces.ts";
import { pageIn, type SeenPage } from "../../seen/pages.ts";

/** At most so many actions of other users are looked at. */
const maxKeys = 8;

type Context = Pick<ProbeContext, "histories" | "run" | "target">;

interface Sent {
  readonly traceId: string;
  readonly workflow: number;
  readonly key: string;
  readonly sender: Account;
  readonly marker: string;
  /** How many actions came after it on its trace. */
  readonly after: number;
}

/** By the id of the workflow, the keys of actions whose links hide their data from the reader. */
export async function withheldLinks(
  context: Context,
  data: OpenPointValues["link-data"] | undefined,
  reader: Account,
  mayRead: (account: Account) => boolean,
): Promise<NonNullable<OpenPointValues["others-data"]["withheld"]>> {
  const withheld: Record<string, string[]> = {};
  if (!data?.path?.length) return withheld;
  const all = sentOf(inOrder(context.histories()));
  const others = all.filter(({ sender }) => sender !== reader && mayRead(sender));
  // The latest actions first: the data of earlier ones may be shown to all by now.
  const latest = others.toSorted((one, other) => one.after - other.after);
  const byKey = Map.groupBy(latest, ({ workflow, key }) => JSON.stringify([workflow, key]));
  const pagesOf = async (traceId: string, actor: Account): Promise<readonly SeenPage[]> => {
    const steps = faces.map((face) => ({ op: "details", face, trace: traceId, actor }) as const);
    const pages = (await context.run("links of what another user sent", steps)).flatMap((one) => pageIn(one) ?? []);
    return pages.length === faces.length && pages.every(isWhole) ? pages : [];
  };
  for (const [one] of [...byKey.values()].slice(0, maxKeys)) {
    if (!one) continue;
    const ofTrace = all.filter(({ traceId }) => traceId === one.traceId);
    const isKept = ({ links }: SeenPage): boolean => {
      const text = JSON.stringify(links);
      const unshown = ofTrace.filter(({ marker }) => !text.includes(marker));
      const empty = links.filter((link) => showsNoData(link, data)).length;
      return unshown.includes(one) && unshown.every(({ sender }) => sender !== reader) && empty >= unshown.length;
    };
    const isShown = ({ links }: SeenPage): boolean =>
      links.some((link) => JSON.stringify(dataOfLink(link, data) ?? null).includes(one.marker));
    const read = await pagesOf(one.traceId, reader);
    if (read.length === 0 || !read.every(isKept)) continue;
    const own = await pagesOf(one.traceId, one.sender);
    const id = context.target.workflows[one.workflow]?.id;
    if (own.length > 0 && own.every(isShown) && id !== undefined) (withheld[id] ??= []).push(one.key);
  }
  return withheld;
}

const isWhole = ({ links, totalCount }: SeenPage): boolean => links.length === totalCount;

/** Every accepted action with a marker. */
function sentOf(exchanges: readonly Exchange[]): readonly Sent[] {
  const traces = knownTraces(exchanges);
  const done = new Map<string, number>();
  const taken = exchanges.flatMap((exchange): readonly (Sent & { readonly place: number })[] => {
    const { intent } = exchange;
    if (!isAction(intent) || !succeeded(exchange)) return [];
    const traceId = traceOf(exchange);
    if (traceId === undefined) return [];
    const place = (done.get(traceId) ?? 0) + 1;
    done.set(traceId, place);
    const marker = markerIn(intent.data, intent.markerAt);
    const { actionKey: key } = intent;
    const workflow = traces.get(traceId)?.workflow;
    if (marker === undefined || typeof key !== "string" || workflow === undefined) return [];
    return [{ traceId, workflow, key, sender: senderOf(exchange), marker, after: 0, place }];
  });
  return taken.map(({ place, ...one }) => ({ ...one, after: (done.get(one.traceId) ?? 0) - place }));
}
