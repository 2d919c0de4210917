/** Every check blames what breaks its requirement, and lets its conformant twin pass. */
import { describe, expect, it } from "vitest";
import { Case, rules } from "../../checks/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { kills } from "./kills/registry.ts";
import { failuresIn, judgementsOf, passedIn, told } from "./support/kill.ts";

for (const [area, cases] of Object.entries(kills)) {
  describe(area, () => {
    it.for(cases.map((kill) => [kill.requirement, kill.title, kill] as const))("%s: %s", ([, , kill]) => {
      const { story, history } = told({ choices: kill.choices, tell: kill.accept });
      const fair = judgementsOf(history, story.choices);
      expect(failuresIn(fair), "the conformant story").toEqual([]);
      expect(passedIn(fair), "the conformant story").toContain(kill.requirement);

      const faulty = judgementsOf(kill.reject(history), story.choices);
      const blamed = faulty.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
      expect(blamed, "the fault").toContain(kill.requirement);
    });
  });
}

describe("the kills as a whole", () => {
  const killed = new Set(Object.values(kills).flatMap((cases) => cases.map(({ requirement }) => requirement)));
  const judgeable = new Set(rules.flatMap((rule) => rule.requirements));

  it("every requirement of the register is judged by some check", () => {
    expect(requirements.map(({ id }) => id).filter((id) => !judgeable.has(id))).toEqual([]);
  });

  it("every requirement of the register is killed", () => {
    expect(requirements.map(({ id }) => id).filter((id) => !killed.has(id))).toEqual([]);
  });

  it("every judgement is of a requirement that its rule claims to judge", () => {
    const beyond = new Set<string>();
    for (const { accept, reject, choices } of Object.values(kills).flat()) {
      const { story, history } = told({ choices, tell: accept });
      const subject = new Case(reject(history), { profile: story.profile, target: story.target });
      for (const rule of rules) {
        for (const { requirement } of rule.judge(subject))
          if (!rule.requirements.includes(requirement)) beyond.add(`${rule.id}: ${requirement}`);
      }
    }
    expect([...beyond]).toEqual([]);
  });
});
