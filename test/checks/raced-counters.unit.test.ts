/** Numbers that are higher after two actions at the same time than after the same two one after the other. */
import { expect, test } from "vitest";
import { jsonAnswer } from "./support/answers.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What is blamed where the state shows such a number alone, and the race brings it one too far. */
function blamedFor(name: string): string {
  const { history, story } = told({
    choices: { statePath: null, linkPath: null },
    tell: (one) => {
      const data = { kept: 1 };
      const shows = (trace: ReturnType<typeof one.create>, number: number): void => {
        one.state(trace, { answer: jsonAnswer({ error: null, data: { state: { [name]: number } } }) });
      };
      const inTurn = (): void => {
        const trace = one.create({ data });
        for (const number of [2, 3]) {
          one.act(trace, { data });
          shows(trace, number);
        }
      };
      inTurn();
      const raced = one.create({ data });
      one.together(() => {
        for (const _ of [1, 2]) one.act(raced, { data });
      });
      shows(raced, 4);
      inTurn();
    },
  });
  return failuresIn(judgementsOf(history, story.choices)).join();
}

test.each(["rev", "_seq_no", "version", "txn"])("%s may skip one, where an attempt came to nothing", (name) => {
  expect(blamedFor(name)).toBe("");
});

test.each(["tickets", "verified", "payments"])("%s counts what was done, and each action once", (name) => {
  expect(blamedFor(name)).toContain("CONC-04");
});
