import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exemptions } from "../../reference/faults/exemptions.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/registry.ts";
import { findRequirement, requirements } from "../../spec/requirements/index.ts";

const named = ({ requirement }: Fault): readonly string[] =>
  typeof requirement === "string" ? [requirement] : requirement;

describe("the registry of faults", () => {
  it("has every file of the folder under its own name, and nothing else", () => {
    const folder = new URL("../../reference/faults/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /^[^/]+\/[^/]+\.ts$/.test(path) && !path.startsWith("support/"))
      .map((path) => path.slice(0, -3));
    expect(faults.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
  });

  it("says of each fault a different lie", () => {
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

  it("breaks every requirement that must hold, or says why none can", () => {
    const broken = new Set(faults.flatMap(named));
    const exempt = new Set<string>(exemptions.map(({ requirement }) => requirement));
    const musts = requirements.filter(({ level }) => level === "MUST");
    expect(musts.filter(({ id }) => !broken.has(id) && !exempt.has(id)).map(({ id }) => id)).toEqual([]);
    expect([...exempt].filter((id) => broken.has(id))).toEqual([]);
  });
});
