import type { Workflow } from "../../lib/service/domain.ts";
import { isObject, own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { onData, onRecord, rewrite, rewriteObject, type Faults } from "../tools.ts";
import type { Service } from "../service.ts";

/** Changes the state that is shown, and nothing else. */
function onState(s: Service, change: (state: Json, face: string) => Json): void {
  const { stateOf } = s;
  s.stateOf = async (trace, call) => change(await stateOf(trace, call), call.face);
}

/** The value, where each object that is equal to an earlier one only points to it. */
function byReference(value: Json, path: string, seen: { path: string; value: JsonObject }[]): Json {
  if (Array.isArray(value)) return value.map((item, at) => byReference(item, `${path}[${String(at)}]`, seen));
  if (!isObject(value) || Object.keys(value).length === 0) return value;
  const earlier = seen.find((one) => sameJson(one.value, value));
  if (earlier) return { $ref: earlier.path };
  seen.push({ path, value });
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) put(copy, key, byReference(own(value, key) ?? null, `${path}.${key}`, seen));
  return copy;
}

const escaped: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** What is right at first, and wrong with certain data, on the second page, or when something else came between. */
export const rounds: Faults = {
  // "data (legacy) / traceInput (v2): … The data of the action."
  "lists-become-maps": {
    title: "Lists in the data of a v2 action become objects with the keys 0, 1 and so on.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "legacy" ? data : rewriteObject(data, (value) => (Array.isArray(value) ? { ...value } : value)),
      );
    },
  },
  // "A trace has a state"; that its values differ is not among the differences of the two sets
  "numbers-as-text-in-legacy": {
    title: "The legacy set shows the numbers of the state as text.",
    apply(s) {
      onState(s, (state, face) =>
        face === "v2" ? state : rewrite(state, (value) => (typeof value === "number" ? String(value) : value)),
      );
    },
  },
  // "Traces of a workflow can be searched by state data filters": what is found by is not what the state has
  "apostrophe-before-formulas": {
    title: "The state shows an apostrophe before text that a spreadsheet would take for a formula (=, +, -, @).",
    apply(s) {
      onState(s, (state) =>
        rewrite(state, (value) => (typeof value === "string" && /^[=+\-@]/.test(value) ? `'${value}` : value)),
      );
    },
  },
  // "traceInput (v2): JSON object … The data of the action."
  "unescaped-twice": {
    title: "Text in the data of v2 is unescaped twice: C:\\new has a line break, and doubled backslashes become one.",
    apply(s) {
      const unescape = (text: string): string =>
        text.replace(/\\([nrtbf"\\/])/g, (_, char: string) => escaped[char] ?? char);
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : rewriteObject(data, (value) => (typeof value === "string" ? unescape(value) : value)),
      );
    },
  },
  // "Each appended action becomes a link of the trace."
  "double-click-swallowed": {
    title: "An action like the one before it, two seconds after it at most, is answered as that one and not appended.",
    apply(s) {
      const { record } = s;
      const done = new Map<string, number>();
      s.record = async (call, user, workflow, input, known) => {
        const link = known?.links.at(-1);
        const like = link?.actionKey === input.actionKey && sameJson(link?.data, input.data ?? {});
        if (known && link && like && input.files.length === 0 && (done.get(link.id) ?? 0) > Date.now() - 2000) {
          return { trace: known, link };
        }
        const recorded = await record(call, user, workflow, input, known);
        done.set(recorded.link.id, Date.now());
        return recorded;
      };
    },
  },
  // "`{state: object}`, the state data of the trace after the action": what is read then lacks it
  "snapshot-without-its-own": {
    title: "Every third link is a snapshot of what came before: states that are read lack the data of that action.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = (trace, call) => {
        if (call.method !== "GET") return stateOf(trace, call);
        const replayed = trace.links
          .filter((_link, at) => at % 3 !== 2)
          .reduce<JsonObject>((state, link) => s.merge({ ...trace, state }, link.data, call), {});
        return stateOf({ ...trace, state: replayed }, call);
      };
    },
  },
  // "data (legacy) / traceInput (v2): … The data of the action."
  "length-makes-a-list": {
    title: "An object with a number called length is gone through like a list, by its indexes: its members are lost.",
    apply(s) {
      const listLike = (value: JsonObject): boolean => {
        const length = own(value, "length");
        return typeof length === "number" && Number.isSafeInteger(length) && length >= 0;
      };
      const indexed = (value: JsonObject): JsonObject => {
        const copy: JsonObject = {};
        const length = Number(own(value, "length"));
        for (const key of Object.keys(value)) {
          if (/^\d+$/.test(key) && Number(key) < length) put(copy, key, own(value, key) ?? null);
        }
        return copy;
      };
      onData(s, (data) =>
        rewriteObject(data, (value) => (isObject(value) && listLike(value) ? indexed(value) : value)),
      );
    },
  },
  // "Trace state: an object named `state`"; the state data are not what was put in them
  "equal-parts-by-reference": {
    title: 'The state shows an object that is equal to an earlier one in it as {"$ref": "$.lines[0]"}.',
    apply(s) {
      onState(s, (state) => byReference(state, "$", []));
    },
  },
  // "`after` and `before` are cursors bounding the links retrieved."
  "cursors-from-the-end": {
    title: "Cursors count from the end of the trace: after an action between two pages, the second leaves out a link.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`-${String(trace.links.length - trace.links.indexOf(link))}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, count] = /^-(\d{1,6})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
        const at = links.length - Number(count ?? 0);
        if (at < 0 || at >= links.length) throw new Refusal("invalid", "no such cursor");
        return at;
      };
    },
  },
  // "Traces of a workflow can be searched by state data filters"
  "entry-of-the-last-workflow": {
    title:
      "The index has one workflow a member and value: once a second has it too, the first finds its traces no more.",
    apply(s) {
      const owners = new Map<string, Workflow>();
      const entry = (object: JsonObject, key: string): string => JSON.stringify([key, own(object, key)]);
      onRecord(s, ({ data }, { workflow }) => {
        for (const key of Object.keys(data)) owners.set(entry(data, key), workflow);
      });
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const lost = Object.keys(filters).some((key) => (owners.get(entry(filters, key)) ?? workflow) !== workflow);
        return lost ? [] : search(workflow, filters, call);
      };
    },
  },
};
