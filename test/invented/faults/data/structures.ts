/** Lists, objects and nulls that come back changed. */
import { isObject, type Json, type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { mapInside, mapMembers, onLegacyState, onState, onValues } from "../../changes/values.ts";
import { aroundStep, changeResult, type Faults, onData, rewrite, rewriteObject } from "../../tools.ts";

/** The value with what lies deeper than so many levels replaced by a text. */
function flattened(value: Json, levels: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (Array.isArray(value)) return value.map((item) => flattened(item, levels - 1));
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) put(copy, key, flattened(own(value, key) ?? null, levels - 1));
  return copy;
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

/** Gives each of several rows all the members that any of them has. */
function unify(rows: JsonObject[]): JsonObject[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => {
    const whole: JsonObject = {};
    for (const name of names) put(whole, name, own(row, name) ?? null);
    return whole;
  });
}

export const structures: Faults = {
  "keys-that-count": {
    title: "A state whose members are called 0, 1, 2 and so on is answered as a list.",
    apply(s) {
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        const keys = Object.keys(trace.state);
        const counts = keys.length > 0 && keys.every((key, at) => key === String(at));
        return counts ? Object.values(trace.state) : stateOf(trace, call);
      });
    },
  },
  "empty-object-as-list": {
    title: "Empty objects, and a state without any member, are shown as empty lists in the state.",
    apply(s) {
      changeResult(s, "stateOf", (state) =>
        rewrite(state, (value) => (isObject(value) && Object.keys(value).length === 0 ? [] : value)),
      );
    },
  },
  "arrays-of-one": {
    title: "The state read through the legacy set has the item itself where there is an array of one.",
    apply(s) {
      changeResult(s, "stateOf", (state, _trace, call) => {
        if (call.face === "v2" || call.path.at(-1) !== "state") return state;
        return rewrite(state, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value));
      });
    },
  },
  "envelope-unwrapped": {
    title: "Action data that has one member only, an object named data, is taken for an envelope and unwrapped.",
    apply(s) {
      onData(s, (data) => {
        const inner = own(data, "data");
        return Object.keys(data).length === 1 && isObject(inner) ? inner : data;
      });
    },
  },
  "taken-for-list": {
    title: "An object with a number named length is taken for a list when it is copied, and loses its members.",
    apply(s) {
      const isListLike = (value: JsonObject): boolean => {
        const length = own(value, "length");
        return typeof length === "number" && Number.isInteger(length) && length >= 0;
      };
      onData(s, (data) => rewriteObject(data, (value) => (isObject(value) && isListLike(value) ? {} : value)));
    },
  },
  "seen-before": {
    title: "Where one action holds equal objects twice, the text [Circular] stands for the second.",
    apply(s) {
      onData(s, (data) => {
        const seen = new Set<string>();
        const copied = (value: Json): Json => {
          if (Array.isArray(value)) return value.map(copied);
          if (!isObject(value) || Object.keys(value).length === 0) return value;
          const text = JSON.stringify(value);
          if (seen.has(text)) return "[Circular]";
          seen.add(text);
          const copy: JsonObject = {};
          for (const key of Object.keys(value)) put(copy, key, copied(own(value, key) ?? null));
          return copy;
        };
        return copied(data) as JsonObject;
      });
    },
  },
  "inner-nulls-left-out": {
    title: "Members of inner objects that are null vanish.",
    apply(s) {
      onData(s, (data) =>
        mapInside(data, (value) => mapMembers(value, (name, member) => (member === null ? undefined : name))),
      );
    },
  },
  "lists-in-order": {
    title: "Lists of texts or of numbers come back sorted.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (!Array.isArray(value)) return value;
          if (value.every((item) => typeof item === "number")) return [...value].sort((a, b) => a - b);
          return value.every((item) => typeof item === "string") ? [...value].sort() : value;
        }),
      );
    },
  },
  "data-in-data": {
    title: "Legacy data that have an object named data are unwrapped: what stands beside it is lost.",
    apply(s) {
      onData(s, (data, call) => {
        const inner = own(data, "data");
        return call.face === "legacy" && isObject(inner) ? inner : data;
      });
    },
  },
  "deep-data-becomes-text": {
    title: "Data below the twelfth level is kept as the text `[Object]`.",
    apply(s) {
      onData(s, (data) => flattened(data, 12) as JsonObject);
    },
  },
  "lists-are-sets": {
    title: "A value that stands in a list twice is kept once.",
    apply(s) {
      onData(
        s,
        (data) =>
          rewrite(data, (value) =>
            Array.isArray(value) && value.every((item) => typeof item !== "object") ? [...new Set(value)] : value,
          ) as JsonObject,
      );
    },
  },
  "string-sets": {
    title: "A list of texts is kept as a set: what it holds twice comes back once.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          const texts = Array.isArray(value) && value.every((item) => typeof item === "string");
          return texts ? [...new Set<Json>(value)] : value;
        }),
      );
    },
  },
  "empty-lists-as-objects": {
    title: "The store does not tell an empty list from an empty object, and gives back the object.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (Array.isArray(value) && value.length === 0 ? {} : value)));
    },
  },
  // "data (legacy) / traceInput (v2): … The data of the action."
  "lists-become-maps": {
    title: "Lists in the data of a v2 action become objects with the keys 0, 1 and so on.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "legacy" ? data : rewriteObject(data, (value) => (Array.isArray(value) ? { ...value } : value)),
      );
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
  "trace-input-unwrapped": {
    title: "A `traceInput` that has an object called `data` is taken for a legacy body: the rest of it is lost.",
    apply(s) {
      onData(s, (data, call) => {
        const inner = own(data, "data");
        return call.face === "v2" && isObject(inner) ? inner : data;
      });
    },
  },
  "depth-as-text": {
    title: 'Objects more than six levels down become the text "[object Object]".',
    apply(s) {
      const shorten = (value: Json, level: number): Json => {
        if (Array.isArray(value)) return value.map((item) => shorten(item, level + 1));
        if (!isObject(value)) return value;
        if (level > 6) return "[object Object]";
        const copy: JsonObject = {};
        for (const key of Object.keys(value)) put(copy, key, shorten(own(value, key) ?? null, level + 1));
        return copy;
      };
      onData(s, (data) => shorten(data, 0) as JsonObject);
    },
  },
  "nulls-leave-arrays": {
    title: "Null elements vanish from arrays.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (Array.isArray(value) ? value.filter((item) => item !== null) : value)),
      );
    },
  },
  "one-element-arrays-unwrapped": {
    title: "On its way through XML, an array of one element becomes that element.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value));
    },
  },
  "empty-objects-become-arrays": {
    title: "An empty object inside the data comes back as an empty array.",
    apply(s) {
      const change = (value: Json): Json => (isObject(value) && Object.keys(value).length === 0 ? [] : value);
      onData(s, (data) => (Object.keys(data).length === 0 ? data : rewriteObject(data, change)));
    },
  },
  "falsy-members-omitted": {
    title: 'The legacy state leaves out members of inner objects that are false, 0 or "".',
    apply(s) {
      const empty = (value: Json) => value === false || value === 0 || value === "";
      const omit = (value: Json): Json =>
        isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => !empty(item))) : value;
      onLegacyState(s, (state) =>
        Object.fromEntries(Object.entries(state).map(([key, value]) => [key, rewrite(value, omit)])),
      );
    },
  },
  "long-arrays-become-objects": {
    title: "An array of more than twenty elements becomes an object whose members are named by position.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.length > 20 ? { ...value } : value));
    },
  },
  "nested-arrays-flattened": {
    title: "An array inside an array dissolves into the outer one.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) ? value.flat() : value));
    },
  },
  "numbered-members-become-array": {
    title: "An inner object whose members are named 0, 1 and so on comes back as an array.",
    apply(s) {
      onValues(s, (value) => {
        if (!isObject(value)) return value;
        const names = Object.keys(value);
        const numbered = names.length > 0 && names.every((name, index) => name === String(index));
        return numbered ? Object.values(value) : value;
      });
    },
  },
  "rows-unified": {
    title: "Objects in one array all get the members that any of them has, with null where they had none.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.every(isObject) ? unify(value) : value));
    },
  },
};
