/** Every open point is settled by exactly one probe, and every probe can be started. */
import { describe, expect, it } from "vitest";
import { probes } from "../../probes/index.ts";
import { openPointIds } from "../../spec/open-points.ts";

describe("the registry of probes", () => {
  it("settles each open point once", () => {
    const settled = probes.flatMap(({ openPoints }) => openPoints);
    expect(settled.toSorted()).toEqual([...openPointIds].toSorted());
  });

  it("names only probes that are there, and no circle of them", () => {
    const byId = new Map(probes.map((probe) => [probe.id, probe]));
    expect(byId.size).toBe(probes.length);
    const reaches = (id: string, path: readonly string[]): void => {
      expect(path).not.toContain(id);
      for (const need of byId.get(id)?.needs ?? []) {
        if (need === "everything" || need === "the others") continue;
        expect([...byId.keys()]).toContain(need);
        reaches(need, [...path, id]);
      }
    };
    for (const { id } of probes) reaches(id, []);
  });
});
