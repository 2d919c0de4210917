/** Values that a search compares wrongly. */
import { type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { compareFilters } from "../../changes/search.ts";
import type { Service } from "../../service.ts";
import { aroundStep, changeResult, type Faults, rewrite, rewriteObject } from "../../tools.ts";

const withoutPadding = (value: Json | undefined): Json | undefined =>
  typeof value === "string" ? value.replace(/ +$/, "") : value;

/** A value as an index keeps it that has only so much room for a text. */
const short = (value: Json | undefined): Json | undefined => (typeof value === "string" ? value.slice(0, 64) : value);

/** A value as a column of 32 bits keeps it. */
const narrow = (value: Json | undefined): Json | undefined => (Number.isInteger(value) ? Number(value) | 0 : value);

/** Lets a search compare the top-level members of the state with the filters in another way. */
function comparing(s: Service, same: (held: Json | undefined, wanted: Json) => boolean): void {
  s.matches = (trace, filters) =>
    Object.keys(filters).every((key) => same(own(trace.state, key), own(filters, key) ?? null));
}

/** The text as a database connection in Latin-1 sees it. */
const latin = (text: string): string => Array.from(text, (char) => (char > "\xff" ? "?" : char)).join("");

/** The number as 32 bits hold it at best. */
const word = (value: number): number => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));

/** Replaces how one value of the state is compared with the one that is wanted, in v2 or in both. */
function compare(s: Service, equal: (value: Json | undefined, wanted: Json) => boolean, both = true): void {
  const { matches } = s;
  s.matches = (trace, filters, call) =>
    both || call.face === "v2"
      ? Object.keys(filters).every((key) => equal(own(trace.state, key), own(filters, key) ?? null))
      : matches(trace, filters, call);
}

/** The text as a column of fixed width compares it. */
const padded = (value: Json | undefined): Json | undefined =>
  typeof value === "string" ? value.replace(/ +$/, "") : value;

/** The characters beyond the basic plane are all one to some collations. */
const collated = (value: Json | undefined): Json =>
  rewrite(value ?? null, (item) =>
    typeof item === "string" ? item.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?") : item,
  );

export const values: Faults = {
  "sign-unread": {
    title: "The search does not see the sign of a number: -5 finds 5.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const [held, wanted] = [own(trace.state, key), own(filters, key) ?? null];
          return typeof held === "number" && typeof wanted === "number"
            ? Math.abs(held) === Math.abs(wanted)
            : sameJson(held, wanted);
        });
    },
  },
  "padded-with-spaces": {
    title: "Texts are compared as if filled up with spaces: what stands at the end makes no difference.",
    awaits: "whether texts that differ in outer blanks alone are equal is left open",
    apply(s) {
      compareFilters(s, (held, wanted) => sameJson(withoutPadding(held), withoutPadding(wanted) ?? null));
    },
  },
  "numbers-in-six-digits": {
    title: "Search compares numbers as they are written in six significant digits.",
    apply(s) {
      const matches = (state: JsonObject, filters: JsonObject, key: string): boolean => {
        const [held, wanted] = [own(state, key), own(filters, key) ?? null];
        if (typeof held !== "number" || typeof wanted !== "number") return sameJson(held, wanted);
        return held.toPrecision(6) === wanted.toPrecision(6);
      };
      s.matches = ({ state }, filters) => Object.keys(filters).every((key) => matches(state, filters, key));
    },
  },
  "long-texts-alike": {
    title: "The v2 search compares the first 64 characters of texts, and finds traces that differ behind them.",
    apply(s) {
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        call.face === "v2"
          ? Object.keys(filters).every((key) => sameJson(short(own(trace.state, key)), short(own(filters, key))))
          : matches(trace, filters, call);
    },
  },
  "whole-numbers-narrowed": {
    title: "Searches compare whole numbers by their lowest 32 bits, so that 4294967301 finds 5.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(narrow(own(trace.state, key)), narrow(own(filters, key))));
    },
  },
  "first-bytes-of-a-text": {
    title: "The index holds the first 64 characters of a text: what differs behind them is found too.",
    apply(s) {
      const beginning = (value: Json | undefined): Json | undefined =>
        typeof value === "string" ? value.slice(0, 64) : value;
      s.matches = (trace, filters) =>
        Object.keys(filters).every(
          (key) => JSON.stringify(beginning(own(trace.state, key))) === JSON.stringify(beginning(own(filters, key))),
        );
    },
  },
  "single-precision": {
    title: "The index holds numbers in single precision, the filter is in double: 0.1 is not found.",
    apply(s) {
      changeResult(
        s,
        "matches",
        (isMatch, _trace, filters) =>
          isMatch && Object.values(filters).every((value) => typeof value !== "number" || Math.fround(value) === value),
      );
    },
  },
  "text-is-zero": {
    title: "A search for a number takes text for the number it begins with, or else for 0: so 0 finds any word.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "string" && typeof wanted === "number"
          ? (Number.parseFloat(held) || 0) === wanted
          : sameJson(held, wanted),
      );
    },
  },
  "numbers-in-single-precision": {
    title: "The search holds numbers in single precision: 16777217 finds 16777216 too.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "number" && typeof wanted === "number"
          ? Math.fround(held) === Math.fround(wanted)
          : sameJson(held, wanted),
      );
    },
  },
  "other-scripts-are-one": {
    title: "For the search every character outside Latin-1 is a question mark: one Japanese word finds another.",
    apply(s) {
      comparing(s, (held, wanted) =>
        typeof held === "string" && typeof wanted === "string" ? latin(held) === latin(wanted) : sameJson(held, wanted),
      );
    },
  },
  "unsigned-index": {
    title: "The index of numbers has no sign: -5 is found where 5 is sought.",
    apply(s) {
      const unsigned = (value: Json | undefined) => (typeof value === "number" ? Math.abs(value) : value);
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(unsigned(own(trace.state, key)), unsigned(own(filters, key))));
    },
  },
  "name-and-value-in-one": {
    title: "The index has the name and the text in one word: a filter for ab with c finds where a has bc.",
    apply(s) {
      const word = (object: JsonObject, key: string) => {
        const value = own(object, key);
        return key + (typeof value === "string" ? value : ` ${JSON.stringify(value)}`);
      };
      s.matches = (trace, filters) => {
        const words = new Set(Object.keys(trace.state).map((key) => word(trace.state, key)));
        return Object.keys(filters).every((key) => words.has(word(filters, key)));
      };
    },
  },
  "large-numbers-alike": {
    title: "In searches all numbers from 2147483647 up are the same, such as times in milliseconds.",
    apply(s) {
      const narrow = (object: JsonObject) =>
        rewriteObject(object, (value) => (typeof value === "number" ? word(value) : value));
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: narrow(trace.state) }, narrow(filters), call);
    },
  },
  "like-patterns": {
    title: "In a text of the legacy search, % stands for any characters and _ for any one.",
    apply(s) {
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        if (call.face === "v2") return matches(trace, filters, call);
        return Object.keys(filters).every((key) => {
          const [wanted, value] = [own(filters, key) ?? null, own(trace.state, key)];
          if (typeof wanted !== "string" || typeof value !== "string") return sameJson(value, wanted);
          const quoted = wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
          return new RegExp(`^${quoted.replaceAll("%", "[^]*").replaceAll("_", "[^]")}$`).test(value);
        });
      });
    },
  },
  "numbers-found-as-text": {
    title: 'The v2 search takes 5 and "5", true and "true" for the same.',
    apply(s) {
      const plain = (value: Json | undefined) => typeof value !== "object" && value !== undefined;
      compare(s, (a, b) => sameJson(a, b) || (plain(a) && plain(b) && String(a) === String(b)), false);
    },
  },
  "trailing-spaces-ignored": {
    title: "Search compares texts as a padded column does: spaces at the end make no difference.",
    choice: "How values are compared is not shown.",
    apply(s) {
      const bare = (value: Json | undefined) => (typeof value === "string" ? value.replace(/ +$/, "") : value);
      compare(s, (a, b) => sameJson(bare(a), bare(b)));
    },
  },
  "compared-by-first-32": {
    title: "Search compares only the first 32 characters of a text.",
    apply(s) {
      const cut = (value: Json | undefined) => (typeof value === "string" ? value.slice(0, 32) : value);
      compare(s, (a, b) => sameJson(cut(a), cut(b)));
    },
  },
  "objects-compared-as-text": {
    title: "Search compares objects by their JSON text, so that the order of the members decides.",
    choice: "How values are compared, and child attributes of the filters, are not shown.",
    apply(s) {
      compare(s, (a, b) => JSON.stringify(a) === JSON.stringify(b));
    },
  },
  "blanks-at-the-end": {
    awaits: "whether texts that differ in outer blanks alone are equal is left open",
    title: "Search does not look at blanks at the end of a string: it finds what has one more, or one less.",
    apply(s) {
      s.matches = ({ state }, filters) =>
        Object.keys(filters).every((key) => sameJson(padded(own(state, key)), padded(own(filters, key))));
    },
  },
  // "`filters`: object of state data keys and values on which traces are filtered"
  "emoji-are-equal": {
    title: "To the collation of the database all emoji are the same: a search for one finds the others.",
    choice: "How values are compared is not shown, and several collations hold emoji for the same.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const shown = own(trace.state, key);
          return shown !== undefined && sameJson(collated(shown), collated(own(filters, key)));
        });
    },
  },
};
