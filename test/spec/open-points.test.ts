/** Every open point can be understood, settled by a pin, and traced to what depends on it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findOpenPoint, openPoints } from "../../spec/open-points.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });

describe("the open points", () => {
  it("are found by their ids", () => {
    for (const point of openPoints) expect(findOpenPoint(point.id)).toBe(point);
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
});
