/** Data that the request's encoding spoils. */
import { isObject, type Json, type JsonObject, objectOf, parseJson } from "../../../lib/service/json.ts";
import { mapMembers, onStrings } from "../../changes/values.ts";
import { changeResult, around, type Faults, onData, rewrite, rewriteObject } from "../../tools.ts";

const depth = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...(isObject(value) ? Object.values(value) : value).map(depth));
};

export const encoding: Faults = {
  "deep-json-overflows": {
    title: "v2 creation data with more than 64 levels is answered with 500 and a page of HTML.",
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call) => {
        await s.authenticate(call);
        const { data } = await s.readInput(call);
        if (data === undefined || depth(data) <= 64) return real(call);
        const body = "<html><body><h1>500</h1><pre>RangeError: Maximum call stack size exceeded</pre></body></html>";
        return { status: 500, headers: { "Content-Type": "text/html" }, body };
      });
    },
  },
  // "`traceInput` (JSON object text)": what was taken is kept
  "plus-is-a-space": {
    title: "Texts of v2 forms are decoded as if they came in an address: a plus sign becomes a space.",
    apply(s) {
      onData(s, (data, { face }) =>
        rewriteObject(data, (value) =>
          face === "v2" && typeof value === "string" ? value.replaceAll("+", " ") : value,
        ),
      );
    },
  },
  "trace-input-in-latin-1": {
    title: "The v2 field traceInput is read as Latin-1, as a part without a charset once was.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        if (input.dataText === undefined) return input;
        const data = parseJson(Buffer.from(input.dataText, "utf8").toString("latin1"));
        return isObject(data) ? { ...input, data } : input;
      });
    },
  },
  "characters-across-buffers": {
    title: "A character of `traceInput` that lies across a boundary of 16 KiB becomes replacement characters.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        if (input.dataText === undefined) return input;
        const bytes = Buffer.from(input.dataText);
        let text = "";
        for (let at = 0; at < bytes.length; at += 16384) text += bytes.subarray(at, at + 16384).toString();
        return { ...input, data: objectOf(parseJson(text), "traceInput") };
      });
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
  "parts-without-a-charset": {
    title: "The text parts of v2 name no charset, and are read as ISO 8859-1.",
    apply(s) {
      const misread = (text: string) => Buffer.from(text, "utf8").toString("latin1");
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : rewriteObject(data, (value) => (typeof value === "string" ? misread(value) : mapMembers(value, misread))),
      );
    },
  },
  "escaped-pairs": {
    title: "A v2 character beyond the first 65536 that is sent in JSON escapes becomes two replacement characters.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        if (input.dataText === undefined) return input;
        const text = input.dataText.replace(/\\(?:u[dD][89a-fA-F][\da-fA-F]{2}|.)/g, (all) =>
          /^\\u[dD][89a-fA-F]/.test(all) ? "\\ufffd" : all,
        );
        return { ...input, data: JSON.parse(text) as JsonObject };
      });
    },
  },
  "characters-split-at-4096": {
    title: "In v2 input longer than 4096 bytes, a character that straddles a multiple of 4096 is replaced by U+FFFD.",
    apply(s) {
      changeResult(s, "readInput", (input) => {
        const bytes = Buffer.from(input.dataText ?? "", "utf8");
        if (bytes.length <= 4096) return input;
        let text = "";
        for (let at = 0; at < bytes.length; at += 4096) text += bytes.subarray(at, at + 4096).toString("utf8");
        return { ...input, data: parseJson(text) as JsonObject };
      });
    },
  },
  "percent-decoded-as-a-form": {
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
  // "`traceInput` (v2): JSON object. The data of the action."
  "large-field-is-none": {
    title: "A v2 traceInput of more than 16,384 bytes goes to a temporary file that nobody reads: the data are empty.",
    apply(s) {
      changeResult(s, "readInput", (input) =>
        Buffer.byteLength(input.dataText ?? "") > 16_384 ? { ...input, data: {} } : input,
      );
    },
  },
};
