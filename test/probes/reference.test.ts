/** What the probes make of the reference: the whole profile, at what price, and what of it can be pinned. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { observe, openPointsYaml, type Observation } from "../../probes/index.ts";
import { pinsOf } from "../../probes/open-points-map.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { findOpenPoint, openPointIds } from "../../spec/open-points.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import { startReference } from "./lib/targets.ts";

let observation: Observation;
let exchanges: readonly Exchange[];

beforeAll(async () => {
  const target = await startReference();
  observation = await observe(target.driver);
  exchanges = observation.histories.flatMap((history) => history.exchanges);
  await target.close();
}, 30_000);

describe("the profile of the reference", () => {
  it("has a reading and its evidence for every open point", () => {
    for (const id of openPointIds) {
      const reading = observation.profile.readings[id];
      expect(reading?.value, id).toBeDefined();
      expect(reading?.evidence, id).toMatch(/^[A-Z0-9v].*\.$/s);
    }
  });

  it("costs few requests", () => {
    expect(exchanges.length).toBeLessThanOrEqual(150);
  });

  it("says what the reference chooses", () => {
    const { profile } = observation;
    expect(readingOf(profile, "digest-list-query")).toEqual({ name: "digests", style: "repeat" });
    expect(readingOf(profile, "digest-location")).toEqual({ where: "links", path: ["files", "*", "digest"] });
    expect(readingOf(profile, "state-data")).toMatchObject({ path: ["data"], fold: "shallow-merge", exact: true });
    expect(readingOf(profile, "link-data")).toMatchObject({ path: ["data"], exact: true });
    expect(readingOf(profile, "action-uuid")).toEqual({ names: "link", path: ["linkId"] });
    expect(readingOf(profile, "search-keys")).toMatchObject({ path: [], text: "exact", empty: "all" });
    expect(readingOf(profile, "page-combinations")).toMatchObject({
      "first-after": "honoured",
      "first-last": "refused",
    });
    expect(readingOf(profile, "volatile-members")).toEqual({ state: [], link: [] });
  });
});

describe("the histories of the probes", () => {
  it("list the workflows behind the logins, so that a token that these ended is known for one at once", () => {
    const kinds = observation.histories.map(({ exchanges: [first] }) => first?.intent.kind);
    expect(kinds.slice(0, 4)).toEqual(["login-private-key", "login-credential", "login-credential", "workflows"]);
  });

  it("mark every request that may be refused", () => {
    const plain = exchanges.filter(
      ({ traits, defects, candidateFor }) => traits.length + defects.length === 0 && candidateFor === undefined,
    );
    expect(plain.length).toBeGreaterThan(25);
    expect(plain.filter((exchange) => !succeeded(exchange))).toEqual([]);
  });

  it("have scripts with names of their own", () => {
    const ids = observation.histories.map(({ script }) => script.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^probes\/[a-z-]+\/\d+$/.test(id))).toBe(true);
  });
});

describe("the profile as pins", () => {
  it("goes into YAML and back unchanged", () => {
    const { openPoints } = parse(openPointsYaml(observation.profile)) as { openPoints: Record<string, unknown> };
    expect(openPoints).toEqual(pinsOf(observation.profile));
  });

  it("is valid for every open point", () => {
    const ajv = new Ajv2020({ strict: true });
    for (const [id, value] of Object.entries(pinsOf(observation.profile))) {
      const validate = ajv.compile(findOpenPoint(id)?.valueSchema ?? {});
      expect(validate(value), `${id}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});
