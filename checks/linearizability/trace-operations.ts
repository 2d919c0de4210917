/**
 * What was written to the traces of a case and read of them, while writes overlapped or had an unknown outcome: for each
 * trace its links, and of its state the members that one action alone writes, and each member that several write.
 */
import { clearedBy } from "../../spec/readings/cleared-members.ts";
import { computedFor, typeOfValue } from "../../spec/readings/computed-values.ts";
import { senderOf } from "../../spec/readings/people.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { JsonType } from "../../spec/vocabulary/profile.ts";
import type { Operations, Read, Write } from "./operations.ts";
import type { Case } from "../model/case.ts";
import { keptInState } from "../model/readers/kept-members.ts";
import { isTellable } from "../model/links/links.ts";
import { mayHideOthers } from "../model/readers/others-data.ts";
import { mayBeOmitted } from "../model/omitted-links.ts";
import { inKnownOrder, listings, type Listing } from "../model/pages/listings.ts";
import { isWholeList, mayHaveOwnLinks, sentLinks } from "../model/links/own-links.ts";
import { isReplaced, isSummary } from "../model/states/replaced-states.ts";
import { statesOf } from "../model/states/states.ts";
import type { ModelAction, ModelTrace } from "../model/world.ts";

/** The operations on each thing of each trace. Nothing where one thing was done after the other. */
export function overlappingOperations(subject: Case): readonly Operations[] {
  const listed = Map.groupBy(subject.view(listings), ({ trace }) => trace);
  return [...subject.world.traces.values()].flatMap((trace) => {
    const actions = [...trace.actions, ...trace.indeterminate];
    // What was sent again after a lost answer may have been done twice.
    if (actions.some(({ exchange }) => exchange.unsettled !== undefined)) return [];
    const known = { trace, actions, place: new Map(actions.map((action, index) => [action, index])) };
    return [linksOf(known, listed.get(trace) ?? [], subject), ...statesIn(known, subject)].filter(
      (operations) => operations.reads.length > 0 && mayOverlap(operations),
    );
  });
}

interface Known {
  readonly trace: ModelTrace;
  /** Those that took effect, and those that may have. */
  readonly actions: readonly ModelAction[];
  readonly place: ReadonlyMap<ModelAction, number>;
}

function linksOf(known: Known, pages: readonly Listing[], subject: Case): Operations {
  const tellable = isTellable(known.trace);
  const reads = pages.flatMap(({ read: exchange, page, actions }): readonly Read[] => {
    const holds = [...new Set(actions.flatMap((action) => (action ? (known.place.get(action) ?? []) : [])))];
    const sent = sentLinks(page, known.trace, subject);
    const total = page.totalCount === undefined ? undefined : page.totalCount - (page.links.length - sent.length);
    const isCounted = isWholeList(page) || !mayHaveOwnLinks(known.trace, subject);
    const count = total === undefined || !isCounted ? {} : { count: [total, total] as const };
    if (!tellable) return [{ exchange, holds: [], lacks: [], only: false, ...count }];
    // A link of which nobody knows whose it is, or that stands there twice while their order is unknown, tells nothing.
    if (holds.length < sent.length && (actions.some((action) => !isOf(known, action)) || !inKnownOrder(subject)))
      return [];
    const only = isWholeList(page);
    return [{ exchange, holds, lacks: [], only, ...count }];
  });
  const isKept = (action: ModelAction): boolean => pages.some(({ read }) => mayBeOmitted(known.trace, read, action));
  const writes = known.actions.map((action) => {
    const write = writeOf(known, action);
    // What may be kept from who reads may be shown at any time, or never.
    return isKept(action) ? { ...write, answered: false } : write;
  });
  return { kind: "set", of: "the links", writes, reads };
}

function isOf({ place }: Known, action: ModelAction | undefined): boolean {
  return action !== undefined && place.has(action);
}

function writeOf({ trace }: Known, { exchange, data }: ModelAction, key?: string): Write {
  const answered = !trace.indeterminate.some((one) => one.exchange === exchange);
  const writes = key !== undefined && isJsonObject(data) && Object.hasOwn(data, key);
  return { exchange, answered, ...(writes ? { value: JSON.stringify(data[key]) } : {}) };
}

/** Where the state keeps the last value of each member that was sent, each member shows which actions came before. */
function* statesIn(known: Known, subject: Case): Iterable<Operations> {
  const reading = subject.stateReading(known.trace);
  if (!reading?.path || reading.fold !== "shallow-merge" || known.actions.some(({ unclear }) => unclear)) return;
  const shown = statesOf(known.trace).flatMap((exchange) => {
    const data = dataOfState(payloadMember(exchange, "state") ?? null, reading);
    const isPredicted =
      !mayHideOthers(known.trace, exchange, subject) &&
      !isReplaced(known.trace, exchange, subject) &&
      !isSummary(known.trace, exchange, data, subject);
    return isJsonObject(data) && isPredicted ? [{ exchange, data }] : [];
  });
  const cleared = clearedBy(reading, known.actions);
  const all = new Map([...writersByMember(known)].filter(([key]) => !cleared.includes(key)));
  const { filled = {} } = subject.observed("link-data") ?? {};
  // What a state shows may differ from reader to reader.
  for (const [reader, states] of Map.groupBy(shown, ({ exchange }) => senderOf(exchange))) {
    const kept = states.flatMap(({ exchange, data }) =>
      keptInState(known.actions, data, known.trace, exchange, subject),
    );
    const shownToIt = new Map([...all].filter(([key]) => !kept.includes(key)));
    const writers = shownAsSent(shownToIt, computedFor(reading, reader)?.members, filled);
    yield ownMembers(known, writers, states);
    for (const [key, actions] of writers) if (actions.length > 1) yield sharedMember(known, key, states);
  }
}

interface ShownState {
  readonly exchange: Exchange;
  readonly data: JsonObject;
}

type Writers = ReadonlyMap<string, readonly ModelAction[]>;

const isPlainValue = (value: Json | undefined): boolean => ["string", "number", "boolean"].includes(typeof value);

/** The actions that write each member, where all of them write a text, a number or a boolean that was not refused. */
function writersByMember({ trace, actions }: Known): Writers {
  const writers = new Map<string, ModelAction[]>();
  const passedOver = new Set<string>();
  for (const action of [...actions, ...trace.refused]) {
    for (const [key, value] of Object.entries(isJsonObject(action.data) ? action.data : {})) {
      if (!isPlainValue(value) || trace.refused.includes(action)) passedOver.add(key);
      const known = writers.get(key);
      if (known) known.push(action);
      else writers.set(key, [action]);
    }
  }
  return new Map([...writers].filter(([key]) => !passedOver.has(key)));
}

/** Without the members that the state shows otherwise than they were sent, or that actions need not send. */
function shownAsSent(writers: Writers, computed: readonly JsonType[] = [], filled: JsonObject): Writers {
  const isComputed = (key: string, { data }: ModelAction): boolean =>
    isJsonObject(data) && computed.includes(typeOfValue(data[key] ?? null));
  return new Map(
    [...writers].filter(
      ([key, actions]) => !Object.hasOwn(filled, key) && !actions.some((action) => isComputed(key, action)),
    ),
  );
}

function ownMembers(known: Known, writers: Writers, states: readonly ShownState[]): Operations {
  const own = [...writers].flatMap(([key, [action, ...others]]) =>
    action && others.length === 0 ? [{ key, action, place: known.place.get(action) ?? 0 }] : [],
  );
  const reads = states.map(({ exchange, data }): Read => {
    const holds = new Set<number>();
    const lacks = new Set<number>();
    for (const { key, action, place } of own) {
      if (!Object.hasOwn(data, key)) lacks.add(place);
      else if (data[key] === (action.data as JsonObject)[key]) holds.add(place);
    }
    return { exchange, ...answerTo(known, exchange), holds: [...holds], lacks: [...lacks], only: false };
  });
  return { kind: "set", of: "the state", writes: known.actions.map((action) => writeOf(known, action)), reads };
}

function sharedMember(known: Known, key: string, states: readonly ShownState[]): Operations {
  const writes = known.actions.map((action) => writeOf(known, action, key));
  const values = new Set(writes.map(({ value }) => value));
  const reads = states.flatMap(({ exchange, data }): readonly Read[] => {
    const value = Object.hasOwn(data, key) ? JSON.stringify(data[key]) : undefined;
    // A value that nobody wrote is no matter of order.
    if (value !== undefined && !values.has(value)) return [];
    const own = writes.findIndex((write) => write.exchange === exchange);
    return [{ exchange, ...(own < 0 ? {} : { own }), holds: [], lacks: [], only: false, value }];
  });
  return { kind: "register", of: `the state's member ${JSON.stringify(key)}`, writes, reads };
}

function answerTo({ actions }: Known, exchange: Exchange): Pick<Read, "own"> {
  const own = exchange.intent.kind === "state" ? -1 : actions.findIndex((action) => action.exchange === exchange);
  return own < 0 ? {} : { own };
}

/** True where a write has an unknown outcome, or something else was under way while it was. */
function mayOverlap({ writes, reads }: Operations): boolean {
  if (writes.some(({ answered }) => !answered)) return true;
  const all = [...writes, ...reads].sort((left, right) => left.exchange.sentAtMs - right.exchange.sentAtMs);
  let writesUntilMs = -Infinity;
  let allUntilMs = -Infinity;
  for (const one of all) {
    const { exchange } = one;
    const isWrite = "answered" in one;
    const own = !isWrite && one.own !== undefined;
    if (!own && exchange.sentAtMs <= (isWrite ? allUntilMs : writesUntilMs)) return true;
    if (isWrite) writesUntilMs = Math.max(writesUntilMs, exchange.receivedAtMs);
    allUntilMs = Math.max(allUntilMs, exchange.receivedAtMs);
  }
  return false;
}
