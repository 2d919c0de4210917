/** The search for an order of operations: held against every order there is, and against the clock. */
import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { contradictionIn } from "../../checks/linearizability/contradiction.ts";
import type { Operations, Read, Write } from "../../checks/linearizability/operations.ts";
import { pictureOf, reasonsOf } from "../../checks/linearizability/picture.ts";
import { findOrder } from "../../checks/linearizability/search.ts";
import { isExplained, randomOperations, service, timed } from "./support/operations.ts";

describe("the search for an order", () => {
  it.for(["set", "register"] as const)("finds one for a %s exactly where there is one", (kind) => {
    const seen = { explained: 0, contradiction: 0, undecided: 0 };
    for (let seed = 1; seed <= 6000; seed++) {
      const operations = randomOperations(kind, seed);
      const { outcome } = findOrder(operations);
      expect(outcome, `seed ${String(seed)}`).toBe(isExplained(operations) ? "explained" : "contradiction");
      seen[outcome]++;
    }
    expect(Math.min(seen.explained, seen.contradiction)).toBeGreaterThan(150);
  });

  it("finds one wrong read among 20,000 operations", { tags: ["timing"] }, () => {
    const { links } = service({ operations: 20_000, clients: 16, lost: 0.001 });
    const middle = Math.floor(links.reads.length / 2);
    const reads = links.reads.map((read, at): Read => {
      if (at !== middle) return read;
      const { count: _, ...rest } = read;
      return { ...rest, holds: read.holds.slice(1), lacks: read.holds.slice(0, 1) };
    });
    const startMs = performance.now();
    const found = contradictionIn({ ...links, reads });
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(found).toMatchObject({ reads: [expect.anything()], writes: [expect.anything()] });
  });
});

describe("the smallest contradiction", () => {
  const write = (index: number, from: number, to?: number): Write => ({
    exchange: timed(index, "act", from, to ?? from + 1),
    answered: to !== undefined,
  });
  const read = (index: number, from: number, to: number, holds: number[], lacks: number[]): Read => ({
    exchange: timed(index, "details", from, to),
    holds,
    lacks,
    only: false,
  });

  it("leaves out all that does not matter, and says what does", () => {
    const operations: Operations = {
      kind: "set",
      of: "the links",
      writes: [write(0, 0, 5), write(1, 10, 40), write(2, 10, 40), write(3, 50, 60)],
      reads: [read(4, 12, 20, [0, 1], [2]), read(5, 15, 25, [0, 2], [1]), read(6, 61, 65, [0, 1, 2, 3], [])],
    };
    const found = contradictionIn(operations);
    if (typeof found === "string") throw new Error(found);
    expect(reasonsOf(found)).toBe(
      "exchange 4: the links with what 1 sent, not what 2 sent; exchange 5: the links with what 2 sent, not what 1 sent",
    );
    expect(pictureOf(found)).toEqual([
      "|--------------|  exchange 1: action (sent at 0.0 ms, answered at 30.0 ms)",
      "|--------------|  exchange 2: action (sent at 0.0 ms, answered at 30.0 ms)",
      "   |-----|        exchange 4: the links with what 1 sent, not what 2 sent (sent at 2.0 ms, answered at 10.0 ms)",
      "      |-----|     exchange 5: the links with what 2 sent, not what 1 sent (sent at 5.0 ms, answered at 15.0 ms)",
    ]);
  });

  it("is found for what was seen once and is lost again, whether its action was answered or not", () => {
    const lost: Operations = {
      kind: "set",
      of: "the links",
      writes: [write(0, 0, 5), write(1, 10), write(2, 30, 35)],
      reads: [read(3, 20, 25, [0, 1], []), read(4, 40, 45, [0, 2], [1])],
    };
    expect(contradictionIn(lost)).toMatchObject({ reads: [{}, {}] });
    // Until the next action is answered a cache may still show what was before.
    const cached = { ...lost, reads: [read(3, 20, 25, [0, 1], []), read(4, 26, 28, [0], [1])] };
    expect(contradictionIn(cached)).toBe("none");
  });

  it("says of a read that lacks everything what it is without", () => {
    const lacking: Operations = {
      kind: "set",
      of: "the links",
      writes: [write(0, 0, 5)],
      reads: [read(1, 6, 8, [], [0])],
    };
    expect(reasonsOf(lacking)).toContain("exchange 1: the links without what 0 sent");
  });

  it("is none where times are equal, as both may then have come first", () => {
    const operations: Operations = {
      kind: "set",
      of: "the links",
      writes: [write(0, 0, 10)],
      reads: [read(1, 10, 20, [], [0])],
    };
    expect(contradictionIn(operations)).toBe("none");
  });
});
