import { describe, expect, it } from "vitest";
import { faces } from "../../spec/operations.ts";
import { dealt } from "../../suites/scripts/support/choose.ts";

const letters = [..."abcdefgh"];
const quick = { depth: "quick", seed: 1 } as const;
const topic = "letters";

describe("what is dealt between the faces", () => {
  it("is tried through one of them, and all of it through both together", () => {
    const [v2 = [], legacy = []] = faces.map((face) => dealt(quick, letters, { face, topic }));
    expect([...v2, ...legacy].toSorted()).toEqual(letters);
  });

  it("changes sides with the seed", () => {
    const hands = Array.from({ length: 20 }, (_, seed) => dealt({ ...quick, seed }, letters, { face: "v2", topic })[0]);
    expect(new Set(hands)).toEqual(new Set(["a", "b"]));
  });

  it("but for what is sure goes to either", () => {
    const hand = dealt(quick, letters, { face: "legacy", topic, sure: 3 });
    expect(hand.slice(0, 3)).toEqual(["a", "b", "c"]);
    expect(hand.length).toBeLessThan(letters.length);
  });

  it("is shared in standard runs, too, where another script brings each face the rest", () => {
    const standard = { depth: "standard", seed: 1 } as const;
    const [v2 = [], legacy = []] = faces.map((face) => dealt(standard, letters, { face, topic, upTo: "standard" }));
    expect([...v2, ...legacy].toSorted()).toEqual(letters);
    expect(dealt({ ...standard, depth: "deep" }, letters, { face: "v2", topic, upTo: "standard" })).toEqual(letters);
  });

  it("is the whole for each face in longer runs, as each face makes mistakes of its own", () => {
    for (const depth of ["standard", "deep"] as const)
      expect(dealt({ depth, seed: 1 }, letters, { face: "v2", topic })).toEqual(letters);
  });
});
