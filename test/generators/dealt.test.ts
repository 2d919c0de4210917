import { describe, expect, it } from "vitest";
import { faces } from "../../spec/operations.ts";
import { dealt, oneFace } from "../../suites/scripts/support/choose.ts";

const letters = [..."abcdefgh"];
const standard = { depth: "standard", seed: 1 } as const;
const topic = "letters";

describe("what is dealt between the faces", () => {
  it("is tried through one of them, and all of it through both together", () => {
    const [v2 = [], legacy = []] = faces.map((face) => dealt(standard, letters, { face, topic }));
    expect([...v2, ...legacy].toSorted()).toEqual(letters);
  });

  it("changes sides with the seed", () => {
    const hands = Array.from(
      { length: 20 },
      (_, seed) => dealt({ ...standard, seed }, letters, { face: "v2", topic })[0],
    );
    expect(new Set(hands)).toEqual(new Set(["a", "b"]));
  });

  it("but for what is sure goes to either", () => {
    const hand = dealt(standard, letters, { face: "legacy", topic, sure: 3 });
    expect(hand.slice(0, 3)).toEqual(["a", "b", "c"]);
    expect(hand.length).toBeLessThan(letters.length);
  });

  it("is the whole at depth deep", () => {
    expect(dealt({ depth: "deep", seed: 1 }, letters, { face: "v2", topic })).toEqual(letters);
    expect(oneFace({ depth: "deep", seed: 1 }, topic)).toEqual(faces);
  });

  it("is either face for some seed, where one is enough", () => {
    const seen = Array.from({ length: 20 }, (_, seed) => oneFace({ ...standard, seed }, topic));
    expect(new Set(seen.flat())).toEqual(new Set(faces));
    expect(seen.every((some) => some.length === 1)).toBe(true);
  });
});
