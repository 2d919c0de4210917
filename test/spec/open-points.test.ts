/** Every open point can be understood, settled by a pin, and traced to what depends on it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { openPointById, openPointIds, openPoints } from "../../spec/open-points/registry.ts";
import { requirements } from "../../spec/requirements/index.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });

describe("the open points", () => {
  it("have kept every id: saved profiles and pins name them", async () => {
    await expect(`${[...openPointIds].sort().join("\n")}\n`).toMatchFileSnapshot("./open-point-ids.txt");
  });

  it("stand under their own id", () => {
    for (const point of openPoints) expect(openPointById(point.id)).toBe(point);
  });
});

describe.each(openPoints.map((point) => [point.id, point] as const))("%s", (id, point) => {
  const validate = ajv.compile(point.valueSchema);

  it("asks a question and knows several readings", () => {
    expect(point.question).toMatch(/\?$/);
    expect(point.readings.length).toBeGreaterThan(1);
    expect(new Set(point.readings.map((reading) => reading.name)).size).toBe(point.readings.length);
  });

  it("shows a remedy that can be pasted into the configuration and is valid there", () => {
    const { openPoints: pins } = parse(point.remedy) as { openPoints: Record<string, unknown> };
    expect(pins).toEqual({ [id]: point.example });
    expect(validate(pins[id]), JSON.stringify(validate.errors)).toBe(true);
  });

  it("refuses a pin of another shape", () => {
    expect(validate(null)).toBe(false);
    expect(validate("repeat")).toBe(false);
    if (point.valueSchema["additionalProperties"] === false) {
      expect(validate({ ...(point.example as object), misspelt: true })).toBe(false);
    }
  });

  it("names every requirement that needs its reading", () => {
    const needing = requirements.filter(({ needs = [] }) => needs.some((need) => need === `reading:${id}`));
    expect(point.requirementsAffected).toEqual(expect.arrayContaining(needing.map((requirement) => requirement.id)));
    expect(new Set(point.requirementsAffected).size).toBe(point.requirementsAffected.length);
  });
});
