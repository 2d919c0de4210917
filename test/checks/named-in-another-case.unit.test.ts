/** Reads that show what was sent by its own name in another case, where no reading says that the data stand anywhere. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { jsonAnswer } from "./support/answers.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

/** What fails where the state shows these members, made of the marker that was sent as `tcMark`. */
function failuresWith(shown: (marker: string) => JsonObject, linkPath: JsonPath | null = null): string {
  const tell = (story: Story): void => {
    const trace = story.create({ members: { word: "amber" } });
    story.state(trace, { answer: jsonAnswer({ error: null, data: { state: shown(story.marker) } }) });
  };
  const { history, story } = told({ choices: { statePath: null, linkPath }, tell });
  return failuresIn(judgementsOf(history, story.choices)).join();
}

test("a name in lower case alone is another name", () => {
  expect(failuresWith((marker) => ({ tcmark: marker }))).toContain("DATA-05");
});

test("beside the name that was sent it is the target's own, and so is any other name", () => {
  expect(failuresWith((marker) => ({ data: { tcMark: marker }, index: { tcmark: marker } }))).not.toContain("DATA-05");
  expect(failuresWith((marker) => ({ remark: marker }))).not.toContain("DATA-05");
});

test("where links show it as it was sent, a state may be computed by other names", () => {
  expect(failuresWith((marker) => ({ TcMark: marker }), ["data"])).not.toContain("DATA-05");
});
