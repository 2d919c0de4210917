/** Numbers and truth values that come back changed. */
import { json } from "../../../lib/service/http.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { onState, onValues } from "../../changes/values.ts";
import { onReply, changeResult, type Faults, onData, rewrite, rewriteObject } from "../../tools.ts";

export const numbers: Faults = {
  "whole-numbers-wrap": {
    title: "The legacy set keeps whole numbers in 32 bits, and larger ones wrap around.",
    apply(s) {
      onData(s, (data, call) =>
        call.face === "v2"
          ? data
          : rewriteObject(data, (value) => (typeof value === "number" && Number.isInteger(value) ? value | 0 : value)),
      );
    },
  },
  "numbers-in-arrays": {
    title: "Numbers in arrays are text in the links of v2 details.",
    apply(s) {
      changeResult(s, "linkView", (view, _link, _trace, call) => {
        if (call.face !== "v2") return view;
        return rewrite(view, (value) =>
          Array.isArray(value) ? value.map((item) => (typeof item === "number" ? String(item) : item)) : value,
        );
      });
    },
  },
  "answer-in-fifteen-digits": {
    title: "The state that a legacy action answers with has its numbers rounded to fifteen digits.",
    apply(s) {
      onReply(s, "POST /trace/{}/link", (reply) => {
        const answer = JSON.parse(String(reply.body)) as JsonObject;
        return json(rewrite(answer, (value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value)));
      });
    },
  },
  "booleans-are-bits": {
    title: "True and false are kept in a column of bits, and come back as 1 and 0.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (typeof value === "boolean" ? Number(value) : value)));
    },
  },
  "six-decimals": {
    title: "Numbers are kept with six digits behind the point.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) =>
          typeof value === "number" && Math.abs(value) < 1e15 ? Number(value.toFixed(6)) : value,
        ),
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
  "fifteen-digits": {
    title: "Numbers are kept with fifteen significant digits.",
    apply(s) {
      onData(s, (data) =>
        rewriteObject(data, (value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value)),
      );
    },
  },
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
  "floats-single-precision": {
    title: "Numbers with a fraction pass through a column of single precision.",
    apply(s) {
      onValues(s, (value) => (typeof value === "number" && !Number.isInteger(value) ? Math.fround(value) : value));
    },
  },
  "exponent-dropped": {
    title: "Of numbers that are written with an exponent only the digits before it are read: 1e-7 becomes 1.",
    apply(s) {
      onValues(s, (value) => (typeof value === "number" ? Number.parseFloat(String(value).replace(/e.*/, "")) : value));
    },
  },
};
