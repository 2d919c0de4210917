/** What the matrix tells of a fault that other requirements see. */
import { expect, it } from "vitest";
import { examineAll } from "../../suites/matrix/pool.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";

it("tells a fault that is caught by another requirement from one that is caught by its own", async () => {
  const [fault] = chooseTargets({ only: ["envelope/legacy-details-in-envelope"], areas: [], kinds: ["fault"] });
  if (fault === undefined) throw new Error("the fault is gone");
  const options = { depth: "quick", seed: 1, workers: 1 } as const;
  const [outcome] = await examineAll([{ ...fault, requirements: ["FLOW-04"] }], options);
  expect(outcome?.verdict).toBe("caught-by-another");
  expect(outcome?.sightings.map(({ requirement }) => requirement)).toContain("ENV-02");
}, 120_000);

it(
  "examined whole, a fault names every script that catches it, and what failed together",
  { timeout: 120_000 },
  async () => {
    const targets = chooseTargets({ only: ["envelope/legacy-details-in-envelope"], areas: [], kinds: ["fault"] });
    const [outcome] = await examineAll(targets, { depth: "quick", seed: 1, workers: 1, whole: true });
    expect(outcome?.verdict).toBe("caught");
    expect(outcome?.caughtBy?.length).toBeGreaterThan(3);
    expect(outcome?.exchanges).toBeGreaterThan(300);
    expect(outcome?.broken?.requirements).toContainEqual({ id: "ENV-02", status: "failed" });
    expect(outcome?.broken?.together?.requirements["ENV-02"]?.scripts).toBeGreaterThan(3);
  },
);
