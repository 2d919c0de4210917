/** Every check blames what breaks its requirement, and lets its conformant twin pass. */
import { describe, expect, it } from "vitest";
import { checks } from "../../checks/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { kills } from "./kills/registry.ts";
import { failuresIn, judgementsOf, passedIn, told } from "./support/kill.ts";

for (const [area, cases] of Object.entries(kills)) {
  describe(area, () => {
    it.for(cases.map((kill) => [kill.requirement, kill.title, kill] as const))("%s: %s", ([, , kill]) => {
      const { story, history } = told({ traits: kill.traits, tell: kill.accept });
      const fair = judgementsOf(history, story.traits);
      expect(failuresIn(fair), "the conformant story").toEqual([]);
      expect(passedIn(fair), "the conformant story").toContain(kill.requirement);

      const lying = judgementsOf(kill.reject(history), story.traits);
      const blamed = lying.filter(({ outcome }) => outcome === "failed").map(({ requirement }) => requirement);
      expect(blamed, "the lie").toContain(kill.requirement);
    });
  });
}

describe("the kills as a whole", () => {
  const killed = new Set(Object.values(kills).flatMap((cases) => cases.map(({ requirement }) => requirement)));
  const judgeable = new Set(checks.flatMap((check) => check.requirements));

  it("every requirement of the register is judged by some check", () => {
    expect(requirements.map(({ id }) => id).filter((id) => !judgeable.has(id))).toEqual([]);
  });

  it("every requirement of the register is killed", () => {
    expect(requirements.map(({ id }) => id).filter((id) => !killed.has(id))).toEqual([]);
  });

  it("every judgement is of a requirement that its check claims to judge", () => {
    for (const { accept, reject, traits } of Object.values(kills).flat()) {
      const { story, history } = told({ traits, tell: accept });
      for (const check of checks) {
        const claimed = new Set(check.requirements);
        const context = { profile: story.profile, target: story.target };
        for (const tale of [history, reject(history)]) {
          for (const { requirement } of check.judge(tale, context)) expect(claimed, check.id).toContain(requirement);
        }
      }
    }
  });
});
