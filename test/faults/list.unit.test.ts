import { describe, expect, it } from "vitest";
import type { Fault } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import { findRequirement, requirements } from "../../spec/requirements/index.ts";

const named = ({ requirement }: Fault): readonly string[] =>
  typeof requirement === "string" ? [requirement] : requirement;

describe("the list of faults", () => {
  it("has every fault once, under `<area>/<name>`", () => {
    const ids = faults.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it("says of each fault something different", () => {
    const titles = faults.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => !/^\S.*\.$/.test(title))).toEqual([]);
  });

  it("names requirements that exist, each once", () => {
    const wrong = faults.filter((fault) => {
      const ids = named(fault);
      return ids.length === 0 || new Set(ids).size < ids.length || ids.some((id) => findRequirement(id) === undefined);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("breaks every requirement that must hold", () => {
    const broken = new Set(faults.flatMap(named));
    const musts = requirements.filter(({ level }) => level === "MUST");
    expect(musts.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
