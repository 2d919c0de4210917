/**
 * Finds out whether links that the service appends by itself are there at the first read after an action, or come
 * later.
 */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { traceOf } from "../../../spec/readings/actions.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { pageIn, type SeenPage } from "../../seen/pages.ts";

/** How many links of a page stand for actions that were sent, and how many are the service's own. */
export type Tally = (page: SeenPage) => { readonly sent: number; readonly own: number };

/** After an action, links are awaited no longer than this. */
const pausesMs = [100, 400];

interface WholeList {
  readonly exchange: Exchange;
  readonly sent: number;
  readonly own: number;
}

/** True where a complete list lacked own links that a later one shows, with equally many for actions. */
export function cameLater(context: Pick<ProbeContext, "histories">, tally: Tally): boolean {
  const lists = new Map<string, WholeList[]>();
  const exchanges = inOrder(context.histories());
  // Links that came after another action was sent may have come at once.
  const sentBetween = ([earlier, later]: readonly [WholeList, WholeList]): boolean =>
    exchanges.some(
      ({ intent, sentAtMs, receivedAtMs }) =>
        intent.kind === "act" &&
        intent.traceId === traceOf(later.exchange) &&
        receivedAtMs > earlier.exchange.sentAtMs &&
        sentAtMs < later.exchange.receivedAtMs,
    );
  for (const exchange of exchanges) {
    const page = pageIn(exchange);
    if (!page || page.links.length !== page.totalCount) continue;
    // Lists of the two faces are not compared: a link that one face never shows did not come later.
    const key = `${page.traceId} ${page.face}`;
    lists.set(key, [...(lists.get(key) ?? []), { exchange, ...tally(page) }]);
  }
  const pairs = [...lists.values()].flatMap((reads) =>
    reads.slice(1).map((later, at) => [reads[at] ?? later, later] as const),
  );
  const quiet = pairs.filter(
    ([earlier, later]) => earlier.sent === later.sent && earlier.exchange.receivedAtMs <= later.exchange.sentAtMs,
  );
  return (
    quiet.some((pair) => pair[1].own > pair[0].own && !sentBetween(pair)) &&
    quiet.every(([one, other]) => other.own >= one.own)
  );
}

interface Come {
  /** Keys of the actions after which own links came. */
  readonly after: readonly string[];
  /** True where one of them came some time after the answer. */
  readonly late: boolean;
}

/**
 * Repeats the actions of a trace with own links, and reads the links at once after each action, and again later where
 * none has come.
 * @param done the keys of the actions
 */
export async function whenTheyCome(
  context: ProbeContext,
  workflowIndex: number,
  done: readonly string[],
  tally: Tally,
): Promise<Come> {
  const { runId, target } = context;
  const actions = target.workflows[workflowIndex]?.actions ?? [];
  const after: string[] = [];
  let [late, own, trace] = [false, 0, "$trace"];
  const ownIn = (exchange: Exchange | undefined): number => {
    const page = pageIn(exchange);
    return page ? tally(page).own : own;
  };
  for (const [at, key] of done.entries()) {
    const action = actions.find((one) => one.key === key && (at === 0 ? one.creates : one.appends));
    if (!action) break;
    const input = { workflow: workflowIndex, action: key, ...fitting(action, actionData(runId, "own-links-", at)) };
    const read = {
      op: "details",
      face: "v2",
      page: { first: askable(context.profile(), "v2", done.length * 3) },
    } as const;
    const write: OperationStep =
      at === 0
        ? { op: "create", face: "v2", as: "trace", ...input, candidateFor: "own-links" }
        : { op: "act", face: "v2", trace, ...input, candidateFor: "own-links" };
    const [wrote, atOnce] = await context.run("links that nobody sent, at once", [write, { ...read, trace }]);
    if (!wrote || !succeeded(wrote)) break;
    if (at === 0) trace = createdTraceOf(wrote) ?? "";
    let now = ownIn(atOnce);
    const waits = now > own || done.indexOf(key) < at ? [] : pausesMs;
    for (const ms of waits) {
      await context.pause(ms);
      const [again] = await context.run("links that nobody sent, later", [{ ...read, trace }]);
      now = ownIn(again);
      if (now <= own) continue;
      late = true;
      break;
    }
    if (now > own) after.push(key);
    own = now;
  }
  return { after, late };
}
