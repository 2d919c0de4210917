/** Every rule looks at every answer: one twice as large takes about twice as long to judge, not four times. */
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { everyday } from "../checks/support/everyday.ts";
import { entries, last, links, payload, data, type HistoryFault } from "../checks/support/history-faults.ts";
import { judgementsOf, told } from "../checks/support/kill.ts";
import { growthPerDoubling, mostPerDoubling, msOf } from "./lib/growth.ts";

const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

function many<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

function members(count: number): JsonObject {
  return Object.fromEntries(many(count, (number) => [`m${String(number)}`, number]));
}

const pages = (
  how: (all: readonly JsonObject[], size: number) => readonly Json[],
): ((size: number) => HistoryFault) => {
  return (size) =>
    last(
      "details",
      links((all) => how(all, size)),
    );
};

/** The form of an answer of that size, a size of which a quarter to the double are tried, and what answers so. */
const answers: readonly (readonly [form: string, size: number, large: (size: number) => HistoryFault])[] = [
  [
    "a list of other workflows",
    20_000,
    (size) =>
      last(
        "workflows",
        payload(() => many(size, (number) => ({ workflowId: String(number), workflowName: "other" }))),
      ),
  ],
  [
    "a search that finds others",
    20_000,
    (size) =>
      last(
        "search",
        payload(() => many(size, uuid)),
      ),
  ],
  [
    "a search that finds its own again and again",
    20_000,
    (size) =>
      last(
        "search",
        payload((own) => many(size, () => (own as Json[])[0] ?? null)),
      ),
  ],
  ["links that stand for nothing", 4_000, pages((_, size) => many(size, (number) => ({ id: uuid(number), number })))],
  ["links that are all the same", 4_000, pages((all, size) => many(size, () => all[0] ?? null))],
  [
    "links of an action under other ids",
    4_000,
    pages((all, size) => many(size, (number) => ({ ...all[0], id: uuid(number) }))),
  ],
  [
    "a state of many members",
    8_000,
    (size) =>
      last(
        "state",
        data((own) => ({ ...own, ...members(size) })),
      ),
  ],
  [
    "a state of a long list",
    8_000,
    (size) =>
      last(
        "state",
        data((own) => ({ ...own, list: many(size, (number) => ({ id: uuid(number) })) })),
      ),
  ],
  [
    "an archive of other files",
    4_000,
    (size) =>
      last(
        "files",
        entries((own) => many(size, (number) => ({ ...own[0], name: `${String(number)}.txt` }) as never)),
      ),
  ],
  [
    "an archive of the same file",
    4_000,
    (size) =>
      last(
        "files",
        entries((own) => many(size, () => own[0] as never)),
      ),
  ],
];

describe(
  `judging takes at most ${String(mostPerDoubling)} times as long for twice the answer`,
  { tags: "timing" },
  () => {
    test.each(answers)("%s", { timeout: 120_000 }, (_, size, large) => {
      const { story, history } = told({ choices: undefined, tell: everyday });
      const judging = (of: number): (() => unknown) => {
        const faulty = large(of)(history);
        return () => judgementsOf(faulty, story.choices);
      };
      const growth = growthPerDoubling(judging, Math.ceil(size / 4));
      expect(growth).toBeLessThanOrEqual(mostPerDoubling);
      // What is received at most is a few times as much; a second is enough for that.
      expect(msOf(judging(2 * size), 1)).toBeLessThan(1_000);
    });
  },
);
