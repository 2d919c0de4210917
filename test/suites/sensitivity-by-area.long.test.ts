/** What sensitivity tells falls where a rule is missing, in each area. */
import { describe, expect, test } from "vitest";
import { rules } from "../../checks/index.ts";
import { contextOf, usual } from "../checks/support/choices.ts";
import { eventful } from "../checks/support/eventful.ts";
import { told } from "../checks/support/kill.ts";
import { countedMutants, every, without } from "./lib/counted-mutants.ts";

describe("a figure is that of the rules", () => {
  const choices = { ...usual, sharesOrganization: false };
  const context = contextOf(choices);
  const { history: whole } = told({ choices, tell: eventful });
  // GATE is about services whose workflow is a process; see `sensitivity.unit.test.ts`.
  const areas = [...new Set(every.map((id) => id.split("-")[0] ?? ""))].filter((area) => area !== "GATE");
  const before = countedMutants(whole, context, { passed: every, from: rules, most: 1_200 });

  test.each(areas)("of %s: with the rules of a requirement removed, it falls", (area) => {
    const ofArea = before.requirements.filter(({ id }) => id.startsWith(`${area}-`));
    const [best] = ofArea.toSorted((one, other) => other.noticed - one.noticed);
    expect(best?.noticed ?? 0, "mutants that the area notices").toBeGreaterThan(0);

    const passed = every.filter((id) => id.startsWith(`${area}-`));
    const own = without(best?.id ?? "").filter(({ requirements: judged }) => judged.some((id) => passed.includes(id)));
    expect(countedMutants(whole, context, { passed, from: own, most: 100 }).weak).toContain(best?.id);
  });
});
