import { isObject, own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { onData, rewriteObject, type Faults } from "../tools.ts";

/** Changes every string in the data of an action. */
const onStrings = (data: JsonObject, change: (text: string) => Json): JsonObject =>
  rewriteObject(data, (value) => (typeof value === "string" ? change(value) : value));

const secret = /^(password|secret|token|apikey|api_key|authorization)$/i;

export const looms: Faults = {
  "formula-guard": {
    title: "A text that begins as a formula (=, +, -, @) gets an apostrophe in front, for the sake of an export.",
    apply(s) {
      onData(s, (data) => onStrings(data, (text) => (/^[=+@-]/.test(text) ? `'${text}` : text)));
    },
  },
  "percent-decoded": {
    title: "The text fields of the v2 set are decoded as if they came in an address: 100%25 becomes 100%.",
    apply(s) {
      const decoded = (text: string): string =>
        text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
          try {
            return decodeURIComponent(run);
          } catch {
            return run;
          }
        });
      onData(s, (data, { face }) => (face === "v2" ? onStrings(data, decoded) : data));
    },
  },
  "state-as-text": {
    title: "A state of more than 4,000 characters lies in another column and is answered as text.",
    apply(s) {
      s.stateOf = ({ state }) => {
        const text = JSON.stringify(state);
        return text.length > 4000 ? text : state;
      };
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
  "yes-and-no": {
    title: "Actions are kept as YAML 1.1, unquoted: the texts yes, no, on, off, y and n come back as truth values.",
    apply(s) {
      const read = (text: string): Json => {
        if (/^(y|yes|on)$/i.test(text)) return true;
        return /^(n|no|off)$/i.test(text) ? false : text;
      };
      onData(s, (data) => onStrings(data, read));
    },
  },
  "addresses-in-lower-case": {
    title: "Texts that look like e-mail addresses are written in lower case.",
    apply(s) {
      onData(s, (data) => onStrings(data, (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text.toLowerCase() : text)));
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
  "named-null": {
    title: "The text null, in whatever case, becomes no value: so does a person of that name.",
    apply(s) {
      onData(s, (data) => onStrings(data, (text) => (/^null$/i.test(text) ? null : text)));
    },
  },
};
