/** Defects that show in every answer from some moment on, as those of a service would. */
import { withoutMarks } from "../../../spec/readings/marker.ts";
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { isWildcard } from "../../../spec/readings/path.ts";
import { withoutCleared } from "../../../spec/readings/cleared-members.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { payloadMember, payloadOf } from "../../../spec/readings/outcome.ts";
import type { Face } from "../../../spec/operations.ts";
import type { ModelAction, ModelTrace } from "../../../checks/model/world.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { valueAt, withValueAt } from "../../../spec/json-walks.ts";
import { strangeDigest, withContent, withEntries, withMembers, withPayload } from "../answers.ts";
import { operatorOf, type Operator, type Site } from "../mutant.ts";
import { actionsOfLinks, linksOf, stateOf, type Read, type Recorded } from "../recorded.ts";

const operator = operatorOf("history");

/** One read as a service answers it whose trace has other actions; undefined where it would look the same. */
export function readOf(read: Read, actions: readonly ModelAction[], recorded: Recorded): Exchange | undefined {
  const links = linksOf(read.exchange);
  return links ? detailsOf(read, links, actions, recorded) : statesOf(read, actions, recorded);
}

function detailsOf(
  read: Read,
  links: readonly Json[],
  actions: readonly ModelAction[],
  recorded: Recorded,
): Exchange | undefined {
  const { exchange, shows } = read;
  const total = payloadMember(exchange, "totalCount");
  const known = actionsOfLinks(read, recorded);
  const kept = known.flatMap((action, at) => {
    const times = action ? actions.filter((one) => one === action).length : 1;
    return Array.from({ length: times }, () => ({ action, link: links[at] as Json }));
  });
  // Links of the page that stand in another order in the trace change places.
  const places = kept.map(({ action }) => (action ? actions.indexOf(action) : -1));
  const sent = known.flatMap((action) => (action ? [shows.indexOf(action)] : []));
  const rising = sent.every((place, at) => at === 0 || place >= (sent[at - 1] as number));
  const inOrder = places.includes(-1)
    ? kept
    : kept.toSorted(
        (a, b) =>
          (actions.indexOf(a.action as ModelAction) - actions.indexOf(b.action as ModelAction)) * (rising ? 1 : -1),
      );
  const changed = inOrder.map(({ link }) => link);
  if (JSON.stringify(changed) === JSON.stringify(links)) return undefined;
  return withMembers(exchange, {
    links: changed,
    ...(typeof total === "number" ? { totalCount: total + actions.length - shows.length } : {}),
  });
}

function statesOf(
  { exchange, exact, trace }: Read,
  actions: readonly ModelAction[],
  { subject }: Recorded,
): Exchange | undefined {
  const reading = subject.stateReading(trace);
  if (!exact || !reading?.path || reading.encoding !== "json" || reading.path.some(isWildcard)) return undefined;
  if (valueAt(stateOf(exchange), reading.path) === undefined) return undefined;
  const state = withValueAt(
    { state: stateOf(exchange) ?? {} },
    ["state", ...reading.path],
    foldState(reading.fold, withoutCleared(reading, actions)),
  );
  const changed = withPayload(exchange, () => state);
  return sameJson(payloadOf(changed), payloadOf(exchange)) ? undefined : changed;
}

interface Lie {
  readonly what: string;
  /** The reads that tell it. */
  readonly reads: readonly Read[];
  /** What the service takes the actions of the trace to be. */
  readonly actions: (shows: readonly ModelAction[]) => readonly ModelAction[];
}

function lies(
  id: string,
  title: string,
  told: (action: ModelAction, trace: ModelTrace, reads: readonly Read[]) => Iterable<Lie>,
): Operator {
  return {
    id,
    kind: "history",
    title,
    *sites(recorded): Generator<Site> {
      const reads = [...recorded.reads("details"), ...recorded.reads("state")];
      for (const trace of recorded.traces) {
        const ofTrace = reads
          .filter((read) => read.trace === trace)
          .sort((a, b) => a.exchange.index - b.exchange.index);
        for (const action of trace.actions) {
          if (action.unclear || action.marker === undefined) continue;
          for (const lie of told(action, trace, ofTrace)) {
            const answers = () => lie.reads.flatMap((read) => readOf(read, lie.actions(read.shows), recorded) ?? []);
            yield { what: lie.what, answers };
          }
        }
      }
    },
  };
}

const shownIn = (action: ModelAction, reads: readonly Read[]): readonly Read[] =>
  reads.filter(({ shows }) => shows.includes(action));
const withoutAction = (action: ModelAction) => (shows: readonly ModelAction[]) => shows.filter((one) => one !== action);

const actions: readonly Operator[] = [
  lies("action-forgotten", "Acknowledges an action and does nothing.", function* (action, trace, reads) {
    if (action === trace.created) return;
    yield { what: "the action never takes effect", reads: shownIn(action, reads), actions: withoutAction(action) };
  }),
  lies("action-lost", "Shows an action once, and never again.", function* (action, trace, reads) {
    const [, ...later] = shownIn(action, reads);
    if (action === trace.created || later.length === 0) return;
    yield { what: "the action is gone after it was seen", reads: later, actions: withoutAction(action) };
  }),
  lies("action-twice", "Applies an action twice.", function* (action, _, reads) {
    yield {
      what: "the action is applied twice",
      reads: shownIn(action, reads),
      actions: (shows) => shows.flatMap((one) => (one === action ? [one, one] : [one])),
    };
  }),
  lies(
    "actions-out-of-order",
    "Applies an action before the one that came before it.",
    function* (action, trace, reads) {
      const before = trace.actions[trace.actions.indexOf(action) - 1];
      if (!before || before === trace.created || before.exchange.receivedAtMs > action.exchange.sentAtMs) return;
      yield {
        what: "the action stands before the one that came before it",
        reads: shownIn(action, reads).filter(({ exact }) => exact),
        actions: (shows) => shows.map((one) => (one === action ? before : one === before ? action : one)),
      };
    },
  ),
  lies("one-set-lags", "Shows an action through one endpoint set alone.", function* (action, trace, reads) {
    if (action === trace.created) return;
    for (const face of ["v2", "legacy"] satisfies Face[])
      yield {
        what: `the ${face} endpoint set does not show the action`,
        reads: shownIn(action, reads).filter(({ exchange }) => exchange.face === face && exchange !== action.exchange),
        actions: withoutAction(action),
      };
  }),
];

const neverFound = operator(
  "trace-never-found",
  "Never finds a trace in any search.",
  "no search finds the trace",
  function* (recorded) {
    for (const trace of recorded.traces) {
      const found = () =>
        recorded.successes("search").flatMap((exchange) => {
          const payload = payloadOf(exchange);
          const { intent } = exchange;
          if (!Array.isArray(payload) || intent.kind !== "search") return [];
          const kept = (payload as readonly Json[]).filter(
            (one) => String(one).toLowerCase() !== trace.id.toLowerCase(),
          );
          const isWanted = intent.until?.includes.some((one) => one.toLowerCase() === trace.id.toLowerCase());
          return kept.length === payload.length ? [] : [{ exchange, kept, isWanted }];
        });
      yield () => {
        const searches = found();
        // A search without a promise about this trace may leave it out.
        if (!searches.some(({ isWanted }) => isWanted)) return undefined;
        return searches.map(({ exchange, kept }) => withPayload(exchange, () => kept));
      };
    }
  },
);

const otherBytes = operator(
  "digest-names-other-bytes",
  "Keeps other bytes under a digest than were attached.",
  "the file has other bytes everywhere",
  function* (recorded) {
    const uploads = recorded.traces.flatMap(({ actions: all }) => all.flatMap(({ files }) => files));
    for (const sha256 of new Set(uploads.flatMap((file) => (file.size > 0 ? [file.sha256] : [])))) {
      const strange = strangeDigest(sha256);
      yield () =>
        recorded.successes("file", "files").flatMap((exchange) => {
          const { response } = exchange;
          if (!response) return [];
          if (response.sha256 === sha256) return [withContent(exchange, { bytes: response.bytes, sha256: strange })];
          const entries = response.zip?.entries ?? [];
          if (!entries.some((entry) => entry.sha256 === sha256)) return [];
          return [
            withEntries(
              exchange,
              entries.map((entry) => (entry.sha256 === sha256 ? { ...entry, sha256: strange } : entry)),
            ),
          ];
        });
    }
  },
);

/** A page that shows a foreign action, too: its newest link once more, with the marker of that action. */
export function withForeign(read: Read, foreign: ModelAction, recorded: Recorded): Exchange | undefined {
  const links = linksOf(read.exchange) ?? [];
  const known = actionsOfLinks(read, recorded);
  const place = known.findLastIndex((action) => action !== undefined);
  const action = known[place];
  const total = payloadMember(read.exchange, "totalCount");
  if (!action || action.marker === undefined || foreign.marker === undefined) return undefined;
  const text = JSON.stringify(links[place]).replaceAll(JSON.stringify(action.marker), JSON.stringify(foreign.marker));
  return withMembers(read.exchange, {
    links: [...links, JSON.parse(text) as Json],
    ...(typeof total === "number" ? { totalCount: total + 1 } : {}),
  });
}

const refusedApplied = operator(
  "refused-action-applied",
  "Refuses an action and applies it all the same.",
  "the refused action stands among the links",
  function* (recorded) {
    for (const trace of recorded.traces)
      for (const action of trace.refused)
        yield () =>
          recorded
            .reads("details")
            .filter((read) => read.trace === trace && read.exchange.sentAtMs > action.exchange.receivedAtMs)
            .flatMap((read) => withForeign(read, action, recorded) ?? []);
  },
);

const refusedInState = operator(
  "refused-action-in-state",
  "Refuses an action and shows its data in the state all the same.",
  "the data of the refused action stand in the state",
  function* (recorded) {
    for (const trace of recorded.traces)
      for (const action of trace.refused) {
        if (action.unclear || action.marker === undefined) continue;
        yield () =>
          recorded
            .reads("state")
            .filter((read) => read.trace === trace && read.exchange.sentAtMs > action.exchange.receivedAtMs)
            .flatMap((read) => {
              const all = [...read.shows, action].sort((a, b) => a.exchange.index - b.exchange.index);
              return readOf(read, all, recorded) ?? [];
            });
      }
  },
);

const onAnotherTrace = operator(
  "action-on-another-trace",
  "Applies an action to another trace.",
  "the action stands among the links of another trace",
  function* (recorded) {
    const reads = [...recorded.reads("details"), ...recorded.reads("state")];
    for (const [place, trace] of recorded.traces.entries()) {
      const other = recorded.traces[place + 1] ?? recorded.traces[place - 1];
      for (const action of trace.actions.slice(1)) {
        if (action.unclear || action.marker === undefined || !other) continue;
        const without = () =>
          shownIn(action, reads).flatMap((read) => readOf(read, withoutAction(action)(read.shows), recorded) ?? []);
        const there = () =>
          reads.flatMap((read) => {
            const isLater = read.trace === other && read.exchange.sentAtMs > action.exchange.receivedAtMs;
            return (isLater && linksOf(read.exchange) && withForeign(read, action, recorded)) || [];
          });
        yield () => [...without(), ...there()].sort((a, b) => a.index - b.index);
      }
    }
  },
);

/** One state for every read of a trace. */
function stuck(id: string, title: string, what: string, state: (first: Json) => Json): Operator {
  return operator(id, title, what, function* (recorded) {
    for (const trace of recorded.traces) {
      const reads = recorded.reads("state").filter((read) => read.trace === trace && read.exact);
      const first = reads[0] && stateOf(reads[0].exchange);
      const shows = (Math.max(...reads.map((read) => read.shows.length)) || 0) > (reads[0]?.shows.length ?? 0);
      if (first === undefined || !shows) continue;
      yield () =>
        reads.flatMap(({ exchange }) => {
          const changed = withMembers(exchange, { state: state(first) });
          return sameJson(payloadOf(changed), payloadOf(exchange)) ? [] : [changed];
        });
    }
  });
}

/** Links of actions that came through one endpoint set lack a member that those of the other have. */
const writtenOtherwise = operator(
  "one-set-writes-otherwise",
  "Keeps less of an action that came through the legacy endpoint set.",
  "links of actions through the legacy endpoint set lack a member",
  function* (recorded) {
    // Only where two traces were built alike can one tell.
    const [one, other] = recorded.traces;
    if (!one || !other || one.actions.length !== other.actions.length) return;
    if (one.created.exchange.face === other.created.exchange.face) return;
    if (!one.actions.every((action, at) => isLike(action, other.actions[at]))) return;
    yield () =>
      recorded.reads("details").flatMap((read) => {
        const known = actionsOfLinks(read, recorded);
        const links = linksOf(read.exchange) ?? [];
        const less = links.map((link, at) => (known[at]?.exchange.face === "legacy" ? withoutLast(link) : link));
        return sameJson(less, links) ? [] : [withMembers(read.exchange, { links: less })];
      });
  },
);

function isLike(one: ModelAction, other: ModelAction | undefined): boolean {
  const own = ({ data }: ModelAction): Json => withoutMarks(data);
  return other !== undefined && one.files.length === other.files.length && sameJson(own(one), own(other));
}

const withoutLast = (link: Json): Json =>
  isJsonObject(link) ? Object.fromEntries(Object.entries(link).slice(0, -1)) : link;

export const history: readonly Operator[] = [
  stuck(
    "state-empty-everywhere",
    "Answers an empty state, whatever the actions.",
    "the state is always empty",
    () => ({}),
  ),
  stuck("state-stuck", "Answers the first state of a trace for ever.", "the state never changes", (first) => first),
  onAnotherTrace,
  writtenOtherwise,
  ...actions,
  refusedApplied,
  refusedInState,
  neverFound,
  otherBytes,
];
