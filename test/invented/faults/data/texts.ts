/** Texts that come back changed. */
import { json } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { onLegacyState, onState, onStrings, onValues } from "../../changes/values.ts";
import type { Service } from "../../service.ts";
import { aroundStep, onReply, changeResult, type Faults, onData, rewrite, rewriteObject } from "../../tools.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const markup: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const day = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

const escaped: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The text cut to so many bytes of UTF-8, between characters. */
function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

const onTexts = (s: Service, change: (text: string) => Json): void => {
  onValues(s, (value) => (typeof value === "string" ? change(value) : value));
};

export const texts: Faults = {
  // "A trace has a state": the same in both sets
  "escaped-in-legacy": {
    title: "The legacy state is made safe for pages: &, <, > and quotes in texts become entities.",
    apply(s) {
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        if (call.face === "v2" || call.method === "POST") return state;
        return rewriteObject(state, (value) =>
          typeof value === "string" ? value.replace(/[&<>"']/g, (char) => entities[char] ?? char) : value,
        );
      });
    },
  },
  "markup-escaped-by-v2": {
    title: "The v2 set escapes the text in the data of actions for HTML before storing it.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : rewriteObject(data, (value) =>
              typeof value === "string" ? value.replace(/[&<>"']/g, (char) => markup[char] ?? char) : value,
            ),
      );
    },
  },
  "offsets-forgotten": {
    title: "The legacy state shows times with an offset as if they were in UTC: the offset alone is replaced by Z.",
    apply(s) {
      changeResult(s, "stateOf", (state, _trace, call) =>
        rewrite(state, (value) =>
          call.face === "legacy" && typeof value === "string"
            ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)[+-]\d\d:?\d\d$/, "$1Z")
            : value,
        ),
      );
    },
  },
  "dates-made-moments": {
    title: "The legacy state shows texts that look like dates as moments in UTC; the v2 state shows them as they are.",
    apply(s) {
      onReply(s, "GET /trace/{}/state", (reply) => {
        const moment = (text: string) => {
          const at = day.test(text) ? new Date(text) : undefined;
          return at && !Number.isNaN(at.getTime()) ? at.toISOString() : text;
        };
        const answer = JSON.parse(String(reply.body)) as JsonObject;
        return json(rewrite(answer, (value) => (typeof value === "string" ? moment(value) : value)));
      });
    },
  },
  "formula-guard": {
    title: "A text that begins as a formula (=, +, -, @) gets an apostrophe in front, for the sake of an export.",
    apply(s) {
      onData(s, (data) => onStrings(data, (text) => (/^[=+@-]/.test(text) ? `'${text}` : text)));
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
  "named-null": {
    title: "The text null, in whatever case, becomes no value: so does a person of that name.",
    apply(s) {
      onData(s, (data) => onStrings(data, (text) => (/^null$/i.test(text) ? null : text)));
    },
  },
  "escaped-twice": {
    title: "The texts of legacy data are escaped once more: quotation marks, backslashes, line breaks.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "v2"
          ? data
          : rewriteObject(data, (value) => (typeof value === "string" ? JSON.stringify(value).slice(1, -1) : value)),
      );
    },
  },
  "texts-in-a-pool": {
    title: "Short texts stand in one table that takes upper and lower case for the same: the first spelling stays.",
    apply(s) {
      const pool = new Map<string, string>();
      const pooled = (text: string): string => {
        if (text.length > 40) return text;
        const known = pool.get(text.toLowerCase());
        if (known === undefined) pool.set(text.toLowerCase(), text);
        return known ?? text;
      };
      onData(s, (data) => rewriteObject(data, (value) => (typeof value === "string" ? pooled(value) : value)));
    },
  },
  "the-day-before": {
    title: "A text that is a day, such as 2026-03-01, is midnight in UTC and written west of it: the day before.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return value;
          const day = Date.parse(value);
          return Number.isNaN(day) ? value : new Date(day - 5 * 3_600_000).toISOString().slice(0, 10);
        }),
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
  "long-text-cut": {
    title: "Texts of more than 65,535 bytes are cut there, without a word.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (typeof value === "string" ? cutBytes(value, 65_535) : value)),
      );
    },
  },
  "times-brought-to-utc": {
    title: "Texts that read as a date with a time and a zone are kept as a moment, and given back in UTC.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => {
          if (typeof value !== "string" || !zoned.test(value)) return value;
          const moment = new Date(value);
          return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
        }),
      );
    },
  },
  "empty-text-is-null": {
    title: "An empty text inside an object or a list is kept as null.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (value === "" ? null : value)));
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
      changeResult(s, "merge", (merged, trace) =>
        rewriteObject(merged, (value) =>
          typeof value === "string"
            ? value.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
                const known = own(trace.state, name.trim());
                return typeof known === "string" || typeof known === "number" ? String(known) : "";
              })
            : value,
        ),
      );
    },
  },
  "carriage-returns-lost": {
    title: "A line break of two characters inside a text comes back as one.",
    apply(s) {
      onTexts(s, (text) => text.replaceAll("\r\n", "\n"));
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
};
