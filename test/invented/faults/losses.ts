import { isObject, own, put, type Json, type JsonObject } from "../../lib/service/json.ts";
import { onData, rewrite, rewriteObject, type Faults } from "../tools.ts";

/** The value with what `change` makes of the names and values of inner objects. */
const members = (value: Json, change: (name: string, value: Json) => string | undefined): Json => {
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const name = change(key, own(value, key) ?? null);
    if (name !== undefined) put(copy, name, own(value, key) ?? null);
  }
  return copy;
};

/** The data with what `change` makes of the values of its members; its own names stay. */
const inside = (data: JsonObject, change: (value: Json) => Json): JsonObject => {
  const copy: JsonObject = {};
  for (const key of Object.keys(data)) put(copy, key, rewrite(own(data, key) ?? null, change));
  return copy;
};

/** What data lose on their way. Of all: "`data` (legacy) / `traceInput` (v2): JSON object. The data of the action." */
export const losses: Faults = {
  "booleans-are-bits": {
    title: "True and false are kept in a column of bits, and come back as 1 and 0.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => (typeof value === "boolean" ? Number(value) : value)));
    },
  },
  "inner-nulls-left-out": {
    title: "Members of inner objects that are null vanish.",
    apply(s) {
      onData(s, (data) =>
        inside(data, (value) => members(value, (name, member) => (member === null ? undefined : name))),
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
  "parts-without-a-charset": {
    title: "The text parts of v2 name no charset, and are read as ISO 8859-1.",
    apply(s) {
      const misread = (text: string) => Buffer.from(text, "utf8").toString("latin1");
      onData(s, (data, call) =>
        call.face === "legacy"
          ? data
          : rewriteObject(data, (value) => (typeof value === "string" ? misread(value) : members(value, misread))),
      );
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
  "camels-inside": {
    title: "The mapper of inner objects turns names such as unit_price into unitPrice.",
    apply(s) {
      const camel = (name: string) =>
        name.replace(/([a-z0-9])_([a-z])/g, (_, a: string, b: string) => a + b.toUpperCase());
      onData(s, (data) => inside(data, (value) => members(value, camel)));
    },
  },
  "nameless-members": {
    title: "A member whose name is empty vanishes.",
    apply(s) {
      onData(s, (data) => rewriteObject(data, (value) => members(value, (name) => (name === "" ? undefined : name))));
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
};
