/** What may come behind the same steps on traces of which v2 built some and legacy the others. */
import { expect, test } from "vitest";
import type { Face } from "../../spec/operations.ts";
import { jsonAnswer } from "./support/answers.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const usual: readonly Face[] = ["v2", "legacy", "legacy", "v2"];

/** @param isTaken whether the second action is taken on a trace, by its number and the face that built it */
function failuresWith(isTaken: (at: number, face: Face) => boolean, faces = usual, status = 409): string {
  const tell = (story: Story): void => {
    for (const [at, face] of faces.entries()) {
      const trace = story.create({ members: { hours: 4 } }, { face });
      story.act(trace, { members: { hours: 5 } }, { face });
      story.state(trace);
      const refused = { answer: jsonAnswer({ error: "not now" }, status), effect: false };
      const more = isTaken(at, face) ? {} : refused;
      story.act(trace, { members: { hours: 6 } }, { face, ...more });
      story.state(trace);
    }
  };
  const { history, story } = told({ choices: {}, tell });
  return failuresIn(judgementsOf(history, story.choices)).join("; ");
}

test("is the same whichever face built them", () => {
  expect(failuresWith((_, face) => face === "v2")).toContain("EQUIV-07");
  expect(failuresWith((_, face) => face === "legacy")).toContain("EQUIV-07");
  expect(failuresWith(() => true)).not.toContain("EQUIV-07");
  expect(failuresWith(() => false)).not.toContain("EQUIV-07");
});

test("may change with time, or be drawn by lot", () => {
  expect(failuresWith((at) => at < 2)).not.toContain("EQUIV-07");
  expect(failuresWith((at) => at % 2 === 0)).not.toContain("EQUIV-07");
  expect(failuresWith((_, face) => face === "v2", ["v2", "v2", "legacy"])).not.toContain("EQUIV-07");
});

test("is not told by what is refused for the moment", () => {
  expect(failuresWith((_, face) => face === "v2", usual, 429)).not.toContain("EQUIV-07");
});
