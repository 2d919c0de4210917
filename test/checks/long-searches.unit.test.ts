/** Of a long list of found traces only a part is kept. What is judged of it is what would be judged of the whole. */
import { describe, expect, test } from "vitest";
import { mostListed, shortened } from "../../driver/client/long-lists.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { everyday } from "./support/everyday.ts";
import { last, payload, type HistoryFault } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
const strangers = (count: number): string[] => Array.from({ length: count }, (_, number) => uuid(number));
const many = 3 * mostListed;

describe("a list", () => {
  test("that is short stays as it is, and so does what is no list", () => {
    for (const document of [strangers(mostListed), { error: null, data: strangers(3) }, { data: null }, {}, "a", null])
      expect(shortened(document as Json, [])).toBeUndefined();
  });

  test("keeps the first ones, those that are known, and its envelope", () => {
    const all = strangers(many);
    const known = [all[2_500] ?? "", all[7] ?? ""];
    const wanted = [...all.slice(0, mostListed), all[2_500]];
    const leftOut = many - wanted.length;
    expect(shortened(all, known)).toEqual({ document: wanted, leftOut });
    const document = { error: null, more: 1, data: all };
    expect(shortened(document, known)).toEqual({ document: { ...document, data: wanted }, leftOut });
  });

  test("keeps the first that stands there twice, in either case, what is no UUID, and not all of that", () => {
    const [first = "", ...others] = strangers(many);
    const odd = Array.from({ length: many }, () => 7);
    const tail = [...others, first.toUpperCase(), first, "trace-1", ...odd];
    const { document, leftOut = 0 } = shortened([first, ...tail], []) ?? {};
    const list = document as Json[];
    expect(list.slice(mostListed)).toEqual([first.toUpperCase(), "trace-1", ...odd.slice(0, 99)]);
    expect(list.length + leftOut).toBe(1 + tail.length);
    const { document: same } = shortened(Array<string>(many).fill(first), [first]) ?? {};
    expect(same).toHaveLength(mostListed);
  });
});

/** Every search finds strangers besides, before its own. */
const crowded = (count: number): HistoryFault => changed((list) => [...strangers(count), ...list]);

function changed(how: (list: readonly Json[]) => readonly Json[]): HistoryFault {
  return searches(payload((list) => how(list as Json[])));
}

function searches(change: (exchange: Exchange) => Exchange): HistoryFault {
  return (history) => ({
    ...history,
    exchanges: history.exchanges.map((one) => (one.intent.kind === "search" ? change(one) : one)),
  });
}

/** As the driver keeps it: it knows what the script created. */
function kept(history: History, own: readonly string[]): History {
  return searches((exchange) => {
    const { response } = exchange;
    const short = response?.json && shortened(response.json.value, own);
    if (!response || !short) return exchange;
    const body = Buffer.from(JSON.stringify(short.document));
    return { ...exchange, response: { ...response, body, json: { value: short.document }, leftOut: short.leftOut } };
  })(history);
}

function tell(story: Story): void {
  everyday(story);
  const other = story.create({ members: { kind: "offer" } });
  for (const face of ["v2", "legacy"] as const) {
    story.search({ kind: "claim" }, { excludes: [other] }, { face });
    story.search({}, {}, { face });
    story.search({ kind: "offer" }, { includes: [other] }, { face });
  }
}

const faults: readonly (readonly [what: string, fault: HistoryFault])[] = [
  ["nothing else", (history) => history],
  [
    "its own twice",
    last(
      "search",
      payload((list) => [...(list as Json[]), (list as Json[]).at(-1) ?? null]),
    ),
  ],
  [
    "a stranger twice",
    last(
      "search",
      payload((list) => [...(list as Json[]), uuid(2_000)]),
    ),
  ],
  [
    "no UUID",
    last(
      "search",
      payload((list) => [...(list as Json[]), "trace-1"]),
    ),
  ],
  [
    "an object",
    last(
      "search",
      payload((list) => [...(list as Json[]), { traceId: uuid(1) }]),
    ),
  ],
  [
    "not its own",
    last(
      "search",
      payload((list) => (list as Json[]).slice(0, -1)),
    ),
  ],
  [
    "not its own, but another in its place",
    last(
      "search",
      payload((list) => (list as Json[]).with(-1, uuid(many))),
    ),
  ],
];

/** The ids that creations answered. */
function createdIn({ exchanges }: History): readonly string[] {
  return exchanges.flatMap(({ intent, response }) => {
    if (intent.kind !== "create") return [];
    const document = response?.json?.value;
    return [String(isJsonObject(document) ? document["data"] : document)];
  });
}

/** A place in a list is that in what is kept of it. */
function judged(history: History, { choices }: Story): readonly unknown[] {
  return judgementsOf(history, choices).map(({ message = "", ...judgement }) => ({
    ...judgement,
    message: message.replace(/\/\d+/g, "/n"),
  }));
}

describe("is judged as the whole would be: every search finds thousands of others besides", () => {
  test.each(faults)("%s", (_, fault) => {
    const { story, history } = told({ choices: undefined, tell });
    const whole = fault(crowded(many)(history));
    const part = kept(whole, createdIn(history));
    expect(JSON.stringify(part).length).toBeLessThan(JSON.stringify(whole).length / 2);
    expect(judged(part, story)).toEqual(judged(whole, story));
  });

  test("a list that is as long as the longest may be cut by the target, whatever is kept of each", () => {
    const { story, history } = told({ choices: undefined, tell });
    // Of the first every trace is known, so that more is kept of it than of the others.
    const capped = changed((list) => [...list, ...strangers(many)].slice(0, many));
    const lost = last(
      "search",
      payload((list) => (list as Json[]).with(0, uuid(many))),
    );
    const whole = lost(capped(history));
    const part = kept(whole, createdIn(history));
    const blamed = (of: History): string[] => failuresIn(judgementsOf(of, story.choices));
    expect(blamed(part).filter((told) => told.startsWith("SEARCH-03"))).toEqual([]);
    expect(blamed(part)).toEqual(blamed(whole));
  });
});
