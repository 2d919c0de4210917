import { isObject, own, parseJson, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { Service } from "../service.ts";
import { onData, rewriteObject, rewrite, type Faults } from "../tools.ts";

const onValues = (s: Service, change: (value: Json) => Json): void => {
  onData(s, (data) => rewriteObject(data, change));
};

const onTexts = (s: Service, change: (text: string) => Json): void => {
  onValues(s, (value) => (typeof value === "string" ? change(value) : value));
};

/** Changes what the legacy face shows of the state, and nothing that is stored. */
const onLegacyState = (s: Service, change: (state: JsonObject) => JsonObject): void => {
  const { stateOf } = s;
  s.stateOf = async (trace, call) => {
    const state = await stateOf(trace, call);
    return call.face === "legacy" && isObject(state) ? change(state) : state;
  };
};

/** Gives each of several rows all the members that any of them has. */
function unify(rows: JsonObject[]): JsonObject[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => {
    const whole: JsonObject = {};
    for (const name of names) put(whole, name, own(row, name) ?? null);
    return whole;
  });
}

export const values: Faults = {
  "integers-wrap": {
    title: "Whole numbers beyond 32 bits wrap around.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) =>
          typeof value === "number" && Number.isInteger(value) && (value > 2147483647 || value < -2147483648)
            ? value | 0
            : value,
        ),
      );
    },
  },
  "dates-to-utc": {
    title: "Strings that look like a date and time come back as the same moment in UTC with milliseconds.",
    apply(s) {
      const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
      onData(s, (data) =>
        rewriteObject(data, (value) =>
          typeof value === "string" && moment.test(value) && !Number.isNaN(Date.parse(value))
            ? new Date(value).toISOString()
            : value,
        ),
      );
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
  "text-ends-at-emoji": {
    title: "A text is cut off before its first character outside the Basic Multilingual Plane.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) =>
          typeof value === "string" ? value.replace(/[\ud800-\udbff][\udc00-\udfff][^]*$/, "") : value,
        ),
      );
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
  "dots-become-paths": {
    title: "In the state a member named a.b turns into a member a that holds a member b.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) => {
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
      };
    },
  },
  "characters-split-at-4096": {
    title: "In v2 input longer than 4096 bytes, a character that straddles a multiple of 4096 is replaced by U+FFFD.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const bytes = Buffer.from(input.dataText ?? "", "utf8");
        if (bytes.length <= 4096) return input;
        let text = "";
        for (let at = 0; at < bytes.length; at += 4096) text += bytes.subarray(at, at + 4096).toString("utf8");
        return { ...input, data: parseJson(text) as JsonObject };
      };
    },
  },
  "floats-single-precision": {
    title: "Numbers with a fraction pass through a column of single precision.",
    apply(s) {
      onValues(s, (value) => (typeof value === "number" && !Number.isInteger(value) ? Math.fround(value) : value));
    },
  },
  "text-trimmed": {
    title: "White space at the beginning and the end of a text is cut off.",
    apply(s) {
      onTexts(s, (text) => text.trim());
    },
  },
  "markup-escaped": {
    title: "The legacy state shows <, > and & in texts as HTML entities; v2 shows them as they are.",
    apply(s) {
      onLegacyState(s, (state) =>
        rewriteObject(state, (value) =>
          typeof value === "string"
            ? value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
            : value,
        ),
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
  "yes-becomes-true": {
    title: "The texts yes, no, on and off are read as YAML reads them: as true and false.",
    apply(s) {
      onTexts(s, (text) => {
        if (/^(?:yes|on)$/i.test(text)) return true;
        return /^(?:no|off)$/i.test(text) ? false : text;
      });
    },
  },
  "characters-composed": {
    title: "Texts are brought into Unicode normalisation form C: a letter and its accent become one character.",
    apply(s) {
      onTexts(s, (text) => text.normalize("NFC"));
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
  "text-ends-at-65535": {
    title: "A text of more than 65535 bytes is accepted and cut off there.",
    apply(s) {
      onTexts(s, (text) => {
        const bytes = Buffer.from(text, "utf8");
        return bytes.length > 65535
          ? bytes
              .subarray(0, 65535)
              .toString("utf8")
              .replace(/\ufffd+$/, "")
          : text;
      });
    },
  },
  "placeholders-filled": {
    title: "{{name}} in a text is replaced by the member of that name in the state, or by nothing.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) =>
        rewriteObject(merge(trace, data, call), (value) =>
          typeof value === "string"
            ? value.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
                const known = own(trace.state, name.trim());
                return typeof known === "string" || typeof known === "number" ? String(known) : "";
              })
            : value,
        );
    },
  },
  "long-arrays-become-objects": {
    title: "An array of more than twenty elements becomes an object whose members are named by position.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.length > 20 ? { ...value } : value));
    },
  },
  "carriage-returns-lost": {
    title: "A line break of two characters inside a text comes back as one.",
    apply(s) {
      onTexts(s, (text) => text.replaceAll("\r\n", "\n"));
    },
  },
  "nested-arrays-flattened": {
    title: "An array inside an array dissolves into the outer one.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) ? value.flat() : value));
    },
  },
  "percent-decoded": {
    title: "In texts that come through v2, %20 and the like are decoded as in a form of the other encoding.",
    apply(s) {
      const decode = (text: string) => text.replace(/%[2-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape));
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : (rewrite(data, (value) => (typeof value === "string" ? decode(value) : value)) as JsonObject),
      );
    },
  },
  "exponent-dropped": {
    title: "Of numbers that are written with an exponent only the digits before it are read: 1e-7 becomes 1.",
    apply(s) {
      onValues(s, (value) => (typeof value === "number" ? Number.parseFloat(String(value).replace(/e.*/, "")) : value));
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
  "control-characters-lost": {
    title: "Characters that XML does not know (below the space, except tab and line breaks) vanish from texts.",
    apply(s) {
      onTexts(s, (text) =>
        Array.from(text)
          .filter((char) => char >= " " || ["\t", "\n", "\r"].includes(char))
          .join(""),
      );
    },
  },
  "rows-unified": {
    title: "Objects in one array all get the members that any of them has, with null where they had none.",
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.every(isObject) ? unify(value) : value));
    },
  },
};
