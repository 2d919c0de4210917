/** The search for an order of operations, held against the clock. */
import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { contradictionIn } from "../../checks/linearizability/contradiction.ts";
import { service } from "./support/operations.ts";

describe("the search for an order", () => {
  it("takes 100,000 operations of 16 clients on one trace within ten seconds", { tags: ["timing"] }, () => {
    const { links, member } = service({ operations: 100_000, clients: 16, lost: 0.001 });
    for (const operations of [links, member]) {
      const startMs = performance.now();
      expect(contradictionIn(operations)).toBe("none");
      expect(performance.now() - startMs, operations.of).toBeLessThan(10_000);
    }
  });
});
