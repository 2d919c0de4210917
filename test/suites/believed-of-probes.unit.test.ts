import { describe, expect, it } from "vitest";
import { believedOfProbes, type Look } from "../../suites/engine/judging/looks.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";

const look = (id: string, ...failed: readonly RequirementId[]): Look => ({
  history: { script: { id, title: id, steps: [] }, exchanges: [], unsent: [] },
  noisySteps: new Set(),
  noisyTogether: new Set(),
  failed: new Map(failed.map((one) => [one, new Set(["0"])])),
});
const failuresOf = (looks: readonly Look[]) =>
  Object.fromEntries(looks.map(({ history, failed }) => [history.script.id, [...failed.keys()]]));

describe("what is believed of the probes", () => {
  it("is judged once more where it failed, with what later ones showed", () => {
    const asked: string[] = [];
    const again = ({ script }: History): Look => {
      asked.push(script.id);
      return script.id === "explained" ? look(script.id) : look(script.id, "ACT-04");
    };
    const looks = [look("sound"), look("explained", "ACT-03"), look("broken", "ACT-04")];
    expect(failuresOf(believedOfProbes(looks, again))).toEqual({ sound: [], explained: [], broken: ["ACT-04"] });
    expect(asked).toEqual(["explained", "broken"]);
  });
});
