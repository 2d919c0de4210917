import { isObject, own, parseJson, put, type Json, type JsonObject } from "../../stand-ins/lib/json.ts";
import { onData, rewriteObject, type Invention } from "../tools.ts";

const kept = "A trace has a state: a JSON object of state data. What was accepted can be read back.";

export const values: Invention[] = [
  {
    id: "integers-wrap",
    lie: "Whole numbers beyond 32 bits wrap around.",
    sentence: kept,
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
  {
    id: "dates-to-utc",
    lie: "Strings that look like a date and time come back as the same moment in UTC with milliseconds.",
    sentence: `${kept} A string is a string, whatever it looks like.`,
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
  {
    id: "prototype-polluted",
    lie: "The members of a data member named __proto__ appear from then on in the state of every trace.",
    sentence: "One trace's data never shows in another.",
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
  {
    id: "text-ends-at-emoji",
    lie: "A text is cut off before its first character outside the Basic Multilingual Plane.",
    sentence: kept,
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) =>
          typeof value === "string" ? value.replace(/[\ud800-\udbff][\udc00-\udfff][^]*$/, "") : value,
        ),
      );
    },
  },
  {
    id: "depth-as-text",
    lie: 'Objects more than six levels down become the text "[object Object]".',
    sentence: kept,
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
  {
    id: "nulls-leave-arrays",
    lie: "Null elements vanish from arrays.",
    sentence: `${kept} The elements of an array and their places are part of its value.`,
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (Array.isArray(value) ? value.filter((item) => item !== null) : value)),
      );
    },
  },
  {
    id: "dots-become-paths",
    lie: "In the state a member named a.b turns into a member a that holds a member b.",
    sentence: "A trace has a state: a JSON object of state data; its keys are those that the actions gave.",
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
  {
    id: "characters-split-at-4096",
    lie: "In v2 input longer than 4096 bytes, a character that straddles a multiple of 4096 is replaced by U+FFFD.",
    sentence: `traceInput: JSON object text. ${kept}`,
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
];
