/** What a run with `--only` sends first, and that nothing is lost of the rest. */
import { describe, expect, test } from "vitest";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import { portionsOf } from "../../suites/engine/plan/narrowed.ts";
import { select } from "../../suites/engine/plan/selection.ts";

const create: OperationStep = { op: "create", face: "v2", as: "a", data: {} };
const state = (face: "v2" | "legacy"): OperationStep => ({ op: "state", face, trace: "$a" });
const script = (id: string, ...steps: readonly OperationStep[]): Script => ({ id, title: id, steps: [...steps] });
const many = (count: number, id: string, ...steps: readonly OperationStep[]): Script[] =>
  Array.from({ length: count }, (_, at) => script(`${id}/${String(at)}`, ...steps));
const selection = select(["STATE-04"]);

describe("the portions of a selection", () => {
  const flows = many(40, "properties/flow", create, create, create, state("v2"));
  const own = script("scenarios/state/1", create, create, create, state("legacy"), state("v2"));
  const about = script("scenarios/other/1", state("v2"), state("legacy"));
  const portions = portionsOf([...flows, own, about], selection, "quick");

  test("are all scripts, each once", () => {
    expect(
      portions
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...flows, own, about].map(({ id }) => id).toSorted());
  });

  test("begin with few: those of its area, then those that are about it", () => {
    const [first = []] = portions;
    expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, about.id]));
    expect(first.length).toBeLessThan(8);
    expect(portions[1]?.length).toBeGreaterThan(first.length);
  });

  test("hold scripts for each operation that it is about", () => {
    const [first = []] = portionsOf(
      [...many(20, "x", create, state("v2")), ...many(20, "y", create, state("legacy"))],
      selection,
      "quick",
    );
    expect(first.filter(({ id }) => id.startsWith("x/"))).toHaveLength(3);
    expect(first.filter(({ id }) => id.startsWith("y/"))).toHaveLength(3);
  });

  test("grow with the depth", () => {
    const sizes = (["quick", "standard", "deep"] as const).map(
      (depth) => portionsOf(flows, selection, depth)[0]?.length,
    );
    expect(sizes).toEqual([3, 12, 40]);
  });
});
