/** Members whose names are lost, renamed or folded. */
import { isObject, type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { mapInside, mapMembers, onValues } from "../../changes/values.ts";
import { aroundStep, after, type Faults, onData, rewrite, rewriteObject } from "../../tools.ts";

const secret = /^(password|secret|token|apikey|api_key|authorization)$/i;

const without = (value: Json, left: (key: string, at: number) => boolean): Json => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const copy: JsonObject = {};
  Object.keys(value).forEach((key, at) => {
    if (!left(key, at)) put(copy, key, own(value, key) ?? null);
  });
  return copy;
};

const secretNames = /^(?:password|passwd|secret|token|api_?key|authorization)$/i;

/** The data with other names of members, at every depth; of two that become one, the later stays. */
function renamed(data: JsonObject, change: (name: string) => string): JsonObject {
  return rewrite(data, (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const copy: JsonObject = {};
    for (const key of Object.keys(value)) put(copy, change(key), own(value, key) ?? null);
    return copy;
  }) as JsonObject;
}

export const members: Faults = {
  "redacted-in-place": {
    title: "The log blanks members such as password, secret and token, and does so in the object that is stored.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (!isObject(value)) return value;
          const copy: JsonObject = {};
          for (const key of Object.keys(value)) {
            const held = own(value, key) ?? null;
            put(copy, key, secret.test(key) && typeof held === "string" ? "[REDACTED]" : held);
          }
          return copy;
        }),
      );
    },
  },
  "camels-inside": {
    title: "The mapper of inner objects turns names such as unit_price into unitPrice.",
    apply(s) {
      const camel = (name: string) =>
        name.replace(/([a-z0-9])_([a-z])/g, (_, a: string, b: string) => a + b.toUpperCase());
      onData(s, (data) => mapInside(data, (value) => mapMembers(value, camel)));
    },
  },
  "nameless-members": {
    title: "A member whose name is empty vanishes.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => mapMembers(value, (name) => (name === "" ? undefined : name))),
      );
    },
  },
  "inner-ids-dropped": {
    title: "An object inside the data loses its member `id`, which the mapper keeps for itself.",
    apply(s) {
      onData(s, (data) => {
        const copy: JsonObject = {};
        for (const key of Object.keys(data)) {
          put(
            copy,
            key,
            rewrite(own(data, key) ?? null, (value) => without(value, (name) => name === "id")),
          );
        }
        return copy;
      });
    },
  },
  "hundred-members": {
    title: "An object keeps its first hundred members.",
    apply(s) {
      onData(s, (data) => rewrite(data, (value) => without(value, (_name, at) => at >= 100)) as JsonObject);
    },
  },
  "members-named-with-blanks": {
    title: "Blanks around the name of a member are taken off.",
    apply(s) {
      onData(
        s,
        (data) =>
          rewrite(data, (value) => {
            if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
            const copy: JsonObject = {};
            for (const key of Object.keys(value)) put(copy, key.trim(), own(value, key) ?? null);
            return copy;
          }) as JsonObject,
      );
    },
  },
  "redacted-for-log": {
    title: "What is redacted for the log is redacted in the data itself: members such as `token` and `secret`.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (!isObject(value)) return value;
          for (const key of Object.keys(value)) if (secretNames.test(key)) put(value, key, "[Redacted]");
          return value;
        }),
      );
    },
  },
  "reserved-names-lost": {
    title: "Members of the legacy data named actionKey, workflowId or groupLabel are taken out of the data.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "v2"
          ? data
          : Object.fromEntries(
              Object.entries(data).filter(([key]) => !["actionKey", "workflowId", "groupLabel"].includes(key)),
            ),
      );
    },
  },
  "files-member-overwritten": {
    title: "When an action has both files and a data member named files, the state shows the list of the former.",
    apply(s) {
      after(s, "record", (result) => {
        const { trace, link } = result;
        if (link.files.length > 0 && own(link.data, "files") !== undefined) {
          trace.state = { ...trace.state, files: link.files };
        }
      });
    },
  },
  "names-end-at-an-emoji": {
    title: "The name of a member ends before the first character that takes four bytes; values are kept whole.",
    apply(s) {
      onData(s, (data) => renamed(data, (name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, "")));
    },
  },
  "names-in-one-normal-form": {
    title: "Names of members are composed: two that differ only in how an accent is written become one.",
    apply(s) {
      onData(s, (data) => renamed(data, (name) => name.normalize("NFC")));
    },
  },
  "prototype-polluted": {
    title: "The members of a data member named __proto__ appear from then on in the state of every trace.",
    apply(s) {
      const leaked: JsonObject = {};
      const { stateOf } = s;
      onData(s, (data) => {
        const proto = own(data, "__proto__");
        if (!isObject(proto)) return data;
        Object.assign(leaked, proto);
        return Object.fromEntries(Object.entries(data).filter(([key]) => key !== "__proto__"));
      });
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        return isObject(state) ? { ...leaked, ...state } : state;
      };
    },
  },
  "dots-become-paths": {
    title: "In the state a member named a.b turns into a member a that holds a member b.",
    apply(s) {
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        const state: JsonObject = {};
        for (const [key, value] of Object.entries(merge(trace, data, call))) {
          const steps = key.split(".");
          if (steps.length === 1 || steps.includes("") || steps.includes("__proto__")) {
            put(state, key, value);
            continue;
          }
          let at = state;
          for (const step of steps.slice(0, -1)) {
            const known = own(at, step);
            const next: JsonObject = isObject(known) ? { ...known } : {};
            put(at, step, next);
            at = next;
          }
          put(at, steps.at(-1) ?? "", value);
        }
        return state;
      });
    },
  },
  "names-end-at-63": {
    title: "Names of members end after 63 characters.",
    apply(s) {
      onValues(s, (value) => {
        if (!isObject(value)) return value;
        const copy: JsonObject = {};
        for (const key of Object.keys(value)) put(copy, key.slice(0, 63), own(value, key) ?? null);
        return copy;
      });
    },
  },
  "names-fold-case": {
    title: "Of two members of an object whose names differ only in case, one is kept, with the value of the other.",
    apply(s) {
      const fold = (value: Json): Json => {
        if (!isObject(value)) return value;
        const copy: JsonObject = {};
        const names = new Map<string, string>();
        for (const key of Object.keys(value)) {
          const name = names.get(key.toLowerCase()) ?? key;
          names.set(key.toLowerCase(), name);
          put(copy, name, own(value, key) ?? null);
        }
        return copy;
      };
      onData(s, (data) => rewrite(data, fold) as JsonObject);
    },
  },
};
