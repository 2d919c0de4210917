/** A pin says which reading is expected; what the target does otherwise is drift, and is what it is judged by. */
import { describe, expect, it } from "vitest";
import { applyPins, observe } from "../../probes/index.ts";
import { startReference } from "./lib/targets.ts";

describe("a pin", () => {
  it("gives way to what is seen, which is told as drift", () => {
    const { readings } = applyPins(
      { "link-order": { value: { order: "newest-first" }, evidence: "New links came first." } },
      { "link-order": { order: "oldest-first" } },
    );
    expect(readings["link-order"]).toMatchObject({ value: { order: "newest-first" }, pinned: true });
    expect(readings["link-order"]?.drift).toMatch(/oldest-first.*now follows.*newest-first.*New links came first/);
  });

  it("holds where the target agrees, and where no probe found a reading", () => {
    const pins = { "link-order": { order: "oldest-first" }, "no-token": { refused: true, status: 401 } } as const;
    const { readings } = applyPins({ "link-order": { value: { order: "oldest-first" }, evidence: "Seen." } }, pins);
    expect(readings["link-order"]?.drift).toBeUndefined();
    expect(readings["link-order"]?.unconfirmed).toBeUndefined();
    expect(readings["no-token"]).toMatchObject({
      value: { refused: true, status: 401 },
      pinned: true,
      unconfirmed: true,
    });
    expect(readings["no-token"]?.drift).toBeUndefined();
  });

  it("is no drift for a measurement, which is another on every run", () => {
    const { readings } = applyPins(
      { "search-lag": { value: { ms: 40 }, evidence: "Seen." } },
      { "search-lag": { ms: 0 } },
    );
    expect(readings["search-lag"]).toMatchObject({ value: { ms: 0 }, pinned: true });
    expect(readings["search-lag"]?.drift).toBeUndefined();
  });

  it("is tried on the target first, so that an unusual reading is found at once", async () => {
    const target = await startReference(
      { variants: ["digest-list-query/legacy-differs"] },
      {
        openPoints: {
          "digest-list-query": { name: "digests", style: "repeat", legacy: { name: "digestList", style: "comma" } },
        },
      },
    );
    const { profile, histories } = await observe(target.driver);
    await target.close();
    expect(profile.readings["digest-list-query"]).toMatchObject({ pinned: true });
    expect(profile.readings["digest-list-query"]?.drift).toBeUndefined();
    const sent = histories.filter(({ script }) => script.id.startsWith("probes/digest-list-query/"));
    expect(sent.length).toBeLessThanOrEqual(3);
  });

  it("that the target does not follow is told, and leads no other probe astray", async () => {
    const target = await startReference(
      {},
      { openPoints: { "state-data": { path: [], fold: "replace", encoding: "json", exact: true } } },
    );
    const { profile } = await observe(target.driver);
    await target.close();
    expect(profile.readings["state-data"]).toMatchObject({ pinned: true, value: { fold: "shallow-merge" } });
    expect(profile.readings["state-data"]?.drift).toMatch(/"replace".*now follows.*shallow-merge/);
    const drifted = Object.entries(profile.readings).filter(([, { drift }]) => drift !== undefined);
    expect(drifted.map(([id]) => id)).toEqual(["state-data"]);
    expect(profile.readings["search-keys"]?.value).toBeDefined();
  });
});
