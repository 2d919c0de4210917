import { isObject, own, put, type Json, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { onData, rewrite, rewriteObject, type Invention } from "../../tools.ts";
import type { Service } from "../../service.ts";

const kept = "A trace has a state: a JSON object of state data. What was accepted can be read back.";

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

export const values: Invention[] = [
  {
    id: "floats-single-precision",
    lie: "Numbers with a fraction pass through a column of single precision.",
    sentence: `${kept} 0.1 is not 0.10000000149011612.`,
    apply(s) {
      onValues(s, (value) => (typeof value === "number" && !Number.isInteger(value) ? Math.fround(value) : value));
    },
  },
  {
    id: "text-trimmed",
    lie: "White space at the beginning and the end of a text is cut off.",
    sentence: kept,
    apply(s) {
      onTexts(s, (text) => text.trim());
    },
  },
  {
    id: "markup-escaped",
    lie: "The legacy state shows <, > and & in texts as HTML entities; v2 shows them as they are.",
    sentence: `GET /trace/{traceId}/state: {state: object}; both sets show the same trace. ${kept}`,
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
  {
    id: "one-element-arrays-unwrapped",
    lie: "On its way through XML, an array of one element becomes that element.",
    sentence: kept,
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value));
    },
  },
  {
    id: "empty-objects-become-arrays",
    lie: "An empty object inside the data comes back as an empty array.",
    sentence: kept,
    apply(s) {
      const change = (value: Json): Json => (isObject(value) && Object.keys(value).length === 0 ? [] : value);
      onData(s, (data) => (Object.keys(data).length === 0 ? data : rewriteObject(data, change)));
    },
  },
  {
    id: "yes-becomes-true",
    lie: "The texts yes, no, on and off are read as YAML reads them: as true and false.",
    sentence: `${kept} A string is a string, whatever it looks like.`,
    apply(s) {
      onTexts(s, (text) => {
        if (/^(?:yes|on)$/i.test(text)) return true;
        return /^(?:no|off)$/i.test(text) ? false : text;
      });
    },
  },
  {
    id: "characters-composed",
    lie: "Texts are brought into Unicode normalisation form C: a letter and its accent become one character.",
    sentence: kept,
    apply(s) {
      onTexts(s, (text) => text.normalize("NFC"));
    },
  },
  {
    id: "falsy-members-omitted",
    lie: 'The legacy state leaves out members of inner objects that are false, 0 or "".',
    sentence: `GET /trace/{traceId}/state: {state: object}; both sets show the same trace. ${kept}`,
    apply(s) {
      const empty = (value: Json) => value === false || value === 0 || value === "";
      const omit = (value: Json): Json =>
        isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => !empty(item))) : value;
      onLegacyState(s, (state) =>
        Object.fromEntries(Object.entries(state).map(([key, value]) => [key, rewrite(value, omit)])),
      );
    },
  },
  {
    id: "names-end-at-63",
    lie: "Names of members end after 63 characters.",
    sentence: `${kept} Members whose long names begin alike stay apart.`,
    apply(s) {
      onValues(s, (value) => {
        if (!isObject(value)) return value;
        const copy: JsonObject = {};
        for (const key of Object.keys(value)) put(copy, key.slice(0, 63), own(value, key) ?? null);
        return copy;
      });
    },
  },
  {
    id: "text-ends-at-65535",
    lie: "A text of more than 65535 bytes is accepted and cut off there.",
    sentence: kept,
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
  {
    id: "placeholders-filled",
    lie: "{{name}} in a text is replaced by the member of that name in the state, or by nothing.",
    sentence: `${kept} A string is a string, whatever it looks like.`,
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
  {
    id: "long-arrays-become-objects",
    lie: "An array of more than twenty elements becomes an object whose members are named by position.",
    sentence: kept,
    apply(s) {
      onValues(s, (value) => (Array.isArray(value) && value.length > 20 ? { ...value } : value) as Json);
    },
  },
  {
    id: "carriage-returns-lost",
    lie: "A line break of two characters inside a text comes back as one.",
    sentence: kept,
    apply(s) {
      onTexts(s, (text) => text.replaceAll("\r\n", "\n"));
    },
  },
];
