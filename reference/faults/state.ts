import type { Call, Face } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { getOwn, isJsonObject } from "../core/json.ts";
import type { FileRecord, LinkRecord, Reply, TraceRecord } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult, members, onWritten, rewritePayload, rewriteReply, withTag } from "../hooks/rewrite.ts";
import { shallowMerge } from "../policy/state.ts";
import type { FaultEntries } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { traceIdOf } from "./support/attachments.ts";
import { counter } from "./support/counting.ts";
import { foldOtherwise } from "./support/folding.ts";
import { arrays, objectFrom, withoutLastMember } from "./support/json-changes.ts";
import { inFoundLinks, inState } from "./support/places.ts";
import { acceptRefused } from "./support/refused.ts";

/** The payload of a state, made from what stands under its name. */
const answer = (face: Face) =>
  faultMaker((hooks, change: (state: Json) => unknown) =>
    rewritePayload(hooks, { face, kind: "state" }, (payload) => change(members(payload)["state"] ?? null)),
  );
const [v2Answer, legacyAnswer] = [answer("v2"), answer("legacy")];
const fold = faultMaker(foldOtherwise);

const tagged = (reply: Reply, call: Call, tagOf: (text: string) => string): Reply =>
  reply.status === 200 && reply.body.kind === "json"
    ? withTag(reply, call, `"${tagOf(JSON.stringify(reply.body.value))}"`)
    : reply;

const deeply = (under: Json | undefined, over: Json): Json => {
  if (!isJsonObject(under) || !isJsonObject(over)) return over;
  const merged = Object.entries(over).map(([key, value]) => [key, deeply(getOwn(under, key), value)] as const);
  return objectFrom([...Object.entries(under), ...merged]);
};

/** Lets some traces start from the data of the trace that was created before. */
function startFromNeighbour(hooks: Hooks, when: (link: LinkRecord) => boolean): void {
  let newest: JsonObject = {};
  hooks.around("fold", (inner) => (call, before, link) => {
    const data = inner(call, before, link);
    if (before !== undefined) return data;
    const shared = when(link) ? shallowMerge(newest, data) : data;
    newest = data;
    return shared;
  });
}

/** Faults in the state of a trace. */
export const state: FaultEntries<"state"> = {
  "state/etag-is-of-the-creation": fault(
    "The legacy state has an ETag that stays the same: who names it is answered that nothing has changed.",
    ["STATE-03", "EQUIV-01"],
    (hooks) =>
      rewriteReply(hooks, { face: "legacy", kind: "state" }, (reply, call) => tagged(reply, call, () => "created")),
  ),
  "state/etag-is-the-length": fault(
    "The ETag of a v2 state is its length: who names it does not hear of a change to something as long.",
    ["STATE-03", "EQUIV-01"],
    (hooks) =>
      rewriteReply(hooks, { face: "v2", kind: "state" }, (reply, call) =>
        tagged(reply, call, (text) => String(text.length)),
      ),
  ),
  "state/downloads-are-counted-in-the-state": fault(
    "A download of a file adds a member to the state.",
    ["STATE-05", "STATE-04"],
    (hooks) => {
      const count = counter();
      const downloads = new Map<string, number>();
      const note = (files: FileRecord[], call: Call): FileRecord[] => {
        downloads.set(traceIdOf(call), count(traceIdOf(call)));
        return files;
      };
      changeResult(hooks, "selectFiles", note, { kind: "file" });
      inState(hooks, (data, { traceId }) => {
        const count = downloads.get(traceId);
        return count === undefined ? data : { ...data, downloads: count };
      });
    },
  ),
  "state/every-tenth-trace-shares-its-state": fault(
    "Every tenth trace shows the data of the trace created before it as well.",
    ["STATE-07", "STATE-03"],
    (hooks) => {
      const count = counter();
      startFromNeighbour(hooks, () => count() % 10 === 0);
    },
  ),
  "state/files-keep-data-out": fold(
    "The data of an action that brings files do not reach the state.",
    "STATE-03",
    (before, link) => (link.files.length > 0 ? before : undefined),
  ),
  "state/fourth-action-brings-first-values-back": fault(
    "The fourth action of a trace lets the values of the first show again.",
    "STATE-03",
    (hooks) => {
      const first = new Map<string, JsonObject>();
      onWritten(hooks, ({ link }) => void first.set(link.traceId, link.data), { kind: "create" });
      foldOtherwise(hooks, (before, { traceId, position, data }) => {
        const again = first.get(traceId);
        return position === 4 && again !== undefined ? shallowMerge(shallowMerge(before, again), data) : undefined;
      });
    },
  ),
  "state/last-member-is-dropped": fault(
    "A state of three members or more is shown without the last one.",
    ["STATE-03", "DATA-05"],
    (hooks) => inState(hooks, (data) => (Object.keys(data).length < 3 ? data : withoutLastMember(data))),
  ),
  "state/legacy-state-is-a-text": legacyAnswer("The legacy state is a text that holds JSON.", "STATE-02", (state) => ({
    state: JSON.stringify(state),
  })),
  "state/legacy-state-is-called-data": legacyAnswer(
    "The legacy state stands in a member `data`.",
    "STATE-02",
    (state) => ({ data: state }),
  ),
  "state/legacy-state-stays-as-first-read": fault(
    "The legacy state is kept from the first read on and never follows the trace.",
    ["STATE-03", "EQUIV-01", "EQUIV-08"],
    (hooks) => {
      const seen = new Map<string, JsonObject>();
      const first = (data: JsonObject, { traceId }: TraceRecord): JsonObject => {
        const known = seen.get(traceId) ?? data;
        seen.set(traceId, known);
        return known;
      };
      inState(hooks, first, { face: "legacy", kind: "state" });
    },
  ),
  "state/malformed-id-has-a-state": fault(
    "A trace id that is no UUID has an empty state.",
    ["STATE-06", "REFUSE-04"],
    (hooks) => acceptRefused(hooks, { code: "not-a-uuid", kind: "state" }, { state: {} }),
  ),
  "state/reading-details-turns-arrays": fault(
    "Once the details of a trace were read, arrays in its state come in reverse.",
    ["STATE-05", "STATE-04", "ACT-06"],
    (hooks) => {
      const read = new Set<string>();
      inFoundLinks(hooks, (links, { traceId }) => {
        read.add(traceId);
        return links;
      });
      const reversed = arrays((items) => items.toReversed());
      inState(hooks, (data, { traceId }) => (read.has(traceId) ? reversed(data) : data));
    },
  ),
  "state/second-read-lacks-a-member": fault(
    "Every second read of a state lacks its last member.",
    ["STATE-04", "STATE-03"],
    (hooks) => {
      const count = counter();
      const shown = (data: JsonObject, { traceId }: TraceRecord): JsonObject =>
        count(traceId) % 2 === 0 && Object.keys(data).length > 1 ? withoutLastMember(data) : data;
      inState(hooks, shown, { kind: "state" });
    },
  ),
  "state/sixth-action-forgets-the-earlier-ones": fold(
    "The sixth action of a trace makes the state anew from its own data.",
    "STATE-03",
    (_before, link) => (link.position === 6 ? link.data : undefined),
  ),
  "state/third-action-merges-deeply": fold(
    "From the third action on objects are merged member by member; before, they were replaced.",
    "STATE-03",
    (before, link) => {
      const merged = deeply(before, link.data);
      return link.position >= 3 && isJsonObject(merged) ? merged : undefined;
    },
  ),
  "state/trace-with-files-starts-from-its-neighbour": fault(
    "A trace created with files starts from the data of the trace that was created before it.",
    ["STATE-07", "STATE-03"],
    (hooks) => startFromNeighbour(hooks, ({ files }) => files.length > 0),
  ),
  "state/unknown-trace-has-an-empty-state": fault(
    "The state of an unknown trace is answered as an empty object.",
    "STATE-06",
    (hooks) => acceptRefused(hooks, { code: "unknown-trace", kind: "state" }, { state: {} }),
  ),
  "state/v2-empty-state-is-null": fault("The v2 state of a trace without data is null.", "STATE-01", (hooks) => {
    const empty = new WeakSet<Call>();
    hooks.around("presentState", (inner) => (call, trace) => {
      if (Object.keys(trace.data).length === 0) empty.add(call);
      return inner(call, trace);
    });
    rewritePayload(hooks, { face: "v2", kind: "state" }, (payload, call) =>
      empty.has(call) ? { state: null } : payload,
    );
  }),
  "state/v2-state-is-a-list": v2Answer("The member `state` of v2 is a list of one object.", "STATE-01", (state) => ({
    state: [state],
  })),
  "state/v2-state-is-one-read-behind": fault(
    "The v2 state is the one of the read before.",
    ["STATE-03", "STATE-04", "EQUIV-01", "EQUIV-08"],
    (hooks) => {
      const seen = new Map<string, JsonObject>();
      const before = (data: JsonObject, { traceId }: TraceRecord): JsonObject => {
        const known = seen.get(traceId) ?? data;
        seen.set(traceId, data);
        return known;
      };
      inState(hooks, before, { face: "v2", kind: "state" });
    },
  ),
  "state/v2-state-without-its-name": v2Answer(
    "The v2 state stands directly in `data`, without the member `state`.",
    "STATE-01",
    (state) => state,
  ),
};
