/** The links of a trace: one per action, in order, unchanged, from its own actions alone. */
import { brief, sameJson } from "../spec/readings/equal.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Json } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { readingOf } from "../spec/vocabulary/profile.ts";
import { actionOfLink, isTellable, pageOf, stableLink, type Page } from "./model/links.ts";
import { pageArgumentsOf } from "./model/listing.ts";
import { momentOf, type Moment } from "./model/moment.ts";
import { worldOf, type ActionRecord, type TraceRecord } from "./model/world.ts";
import { nameOf } from "./support/exchanges.ts";
import { failed, judged, passed, type Finding } from "./support/judging.ts";

export const links: Check = {
  id: "links",
  requirements: [
    "ACT-05",
    "ACT-08",
    "DETAILS-06",
    "DETAILS-08",
    "DETAILS-09",
    "DETAILS-11",
    "CONC-01",
    "CONC-02",
    "CONC-04",
  ],
  *judge(history, context) {
    const world = worldOf(history);
    for (const trace of world.traces.values()) {
      // The two faces may show different members of a link; EQUIV-02 compares what both show.
      const seen = { v2: new Map<ActionRecord, SeenLink>(), legacy: new Map<ActionRecord, SeenLink>() };
      for (const read of trace.reads) {
        const page = pageOf(read);
        if (!page) continue;
        const moment = momentOf(trace, read);
        yield* judgeCount(trace, read, page, moment);
        if (!moment.exact) yield* judgeDuring(read, page);
        yield* judgeOwnership(trace, read, page, context);
        yield* judgeOrder(trace, read, page, moment, context);
        yield* judgeUnchanged(trace, read, page, context, seen[read.face]);
      }
    }
  },
};

interface SeenLink {
  readonly link: Json;
  readonly exchange: Exchange;
}

/** True for an action that was sent inside a parallel group. */
function inGroup(action: ActionRecord): boolean {
  return action.exchange.step.includes(".");
}

function* judgeCount(trace: TraceRecord, read: Exchange, page: Page, moment: Moment): Iterable<Judgement> {
  if (page.totalCount === undefined) return;
  const least = moment.settled.length;
  const most = least + moment.possible.length;
  const total = page.totalCount;
  const wrong = total < least || total > most;
  const expected = least === most ? least : { between: [least, most] };
  const finding: Finding | undefined = wrong
    ? {
        message: `${nameOf(read)} counts ${total} links where ${least === most ? least : `${least} to ${most}`} actions were accepted`,
        expected,
        actual: total,
        with: moment.settled.map(({ exchange }) => exchange),
      }
    : undefined;
  yield judged("DETAILS-06", read, finding);
  if (moment.settled.length > 1) yield judged("ACT-05", read, finding);
  if (moment.settled.filter(inGroup).length > 1) yield judged("CONC-01", read, finding);
  if (!moment.exact) yield judged("CONC-04", read, finding);
  // A trace that holds what another creation of its group sent has more links than its own.
  if (inGroup(trace.created)) yield judged("CONC-02", read, finding);
}

/** While actions are appended, a page that says it is the whole list holds as many links as it counts. */
function* judgeDuring(read: Exchange, page: Page): Iterable<Judgement> {
  const { after, before, first, last } = pageArgumentsOf(read);
  const open = after === undefined && before === undefined && (first === undefined || last === undefined);
  if (!open || page.hasNext !== false || page.hasPrevious !== false || page.totalCount === undefined) return;
  yield judged(
    "CONC-04",
    read,
    page.links.length === page.totalCount
      ? undefined
      : {
          message: `${nameOf(read)} counts ${page.totalCount} links and shows ${page.links.length}, with none before or after`,
          expected: page.totalCount,
          actual: page.links.length,
        },
  );
}

function* judgeOwnership(trace: TraceRecord, read: Exchange, page: Page, context: JudgingContext): Iterable<Judgement> {
  const reading = readingOf(context.profile, "link-data");
  if (!reading?.path) return;
  // An action without a mark of its own (as when a bad request was accepted) has a link that nobody can tell.
  const everyAction = [...trace.actions, ...trace.doubtful, ...trace.refused];
  let untold = [...trace.actions, ...trace.doubtful].filter(
    (action) =>
      action.mark === undefined || everyAction.some((other) => other !== action && other.mark === action.mark),
  ).length;
  for (const [position, link] of page.links.entries()) {
    if (actionOfLink(link, trace, context.profile) || untold-- > 0) continue;
    const finding: Finding = {
      message: `Link ${position} of ${nameOf(read)} stands for no action of this trace`,
      expected: "a link that shows the data of one of the trace's own actions",
      actual: link,
      with: [trace.created.exchange],
    };
    yield failed("DETAILS-11", read, finding);
    if (inGroup(trace.created)) yield failed("CONC-02", read, finding);
    return;
  }
  if (page.links.length === 0) return;
  yield passed("DETAILS-11", read);
  if (inGroup(trace.created)) yield passed("CONC-02", read);
}

/** The actions of the page's links, where each can be told. */
export function actionsOf(trace: TraceRecord, page: Page, context: JudgingContext): ActionRecord[] | undefined {
  if (!isTellable(trace)) return undefined;
  const actions = page.links.map((link) => actionOfLink(link, trace, context.profile));
  return actions.every((action) => action !== undefined) ? actions : undefined;
}

function* judgeOrder(
  trace: TraceRecord,
  read: Exchange,
  page: Page,
  moment: Moment,
  context: JudgingContext,
): Iterable<Judgement> {
  const actions = actionsOf(trace, page, context);
  const order = readingOf(context.profile, "link-order")?.order;
  if (!actions || actions.length < 2 || !order || order === "unknown") return;
  const twice = actions.find((action, index) => actions.indexOf(action) !== index);
  if (twice) {
    const finding: Finding = {
      message: `${nameOf(read)} shows the same action in two links of one page`,
      expected: "each action in one link",
      actual: twice.mark,
      with: [twice.exchange],
    };
    yield failed("ACT-05", read, finding);
    if (moment.settled.filter(inGroup).length > 1) yield failed("CONC-01", read, finding);
    return;
  }
  const inTime = order === "newest-first" ? actions.toReversed() : actions;
  const [before, after] =
    inTime
      .slice(1)
      .map((action, index) => [inTime[index], action] as const)
      .find(
        ([former, latter]) =>
          former &&
          latter.exchange.receivedAtMs < former.exchange.sentAtMs &&
          // When a write of unknown outcome took effect is not known either.
          !trace.doubtful.includes(latter),
      ) ?? [];
  yield judged(
    "DETAILS-08",
    read,
    before && after
      ? {
          message: `${nameOf(read)} shows links in another order than their actions were appended (${order} elsewhere)`,
          expected: `link of ${brief(after.mark)} before link of ${brief(before.mark)}`,
          actual: actions.map(({ mark }) => mark),
          with: [after.exchange, before.exchange],
        }
      : undefined,
  );
}

function* judgeUnchanged(
  trace: TraceRecord,
  read: Exchange,
  page: Page,
  context: JudgingContext,
  seen: Map<ActionRecord, SeenLink>,
): Iterable<Judgement> {
  if (!isTellable(trace)) return;
  for (const [position, whole] of page.links.entries()) {
    const action = actionOfLink(whole, trace, context.profile);
    if (!action) continue;
    const link = stableLink(whole, context.profile);
    const before = seen.get(action);
    if (!before) {
      seen.set(action, { link, exchange: read });
      continue;
    }
    const grown = trace.actions.some(
      ({ exchange }) => exchange.sentAtMs > before.exchange.receivedAtMs && exchange.receivedAtMs <= read.sentAtMs,
    );
    const finding: Finding | undefined = sameJson(before.link, link)
      ? undefined
      : {
          message: `Link ${position} of ${nameOf(read)} is no longer what it was`,
          expected: before.link,
          actual: link,
          with: [before.exchange],
        };
    yield judged(grown ? "ACT-08" : "DETAILS-09", read, finding);
    if (finding) return;
  }
}
