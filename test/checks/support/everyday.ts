/** Stories that many kills start from. */
import { faces } from "../../../spec/operations.ts";
import type { Story, TraceHandle } from "./history.ts";

/** A trace with files and three actions, seen through everything that the interface has. */
export function everyday(story: Story): void {
  story.login("credential", { adopt: true });
  story.login("private-key");
  story.login("credential", { face: "legacy" });
  const trace = story.create({ members: { kind: "claim" }, files: ["first", "second"] });
  story.create({ files: ["other"] }, { face: "legacy" });
  const action = story.act(trace, { files: ["third"] });
  story.act(trace, {}, { face: "legacy" });
  for (const face of faces) {
    story.state(trace, { face });
    story.details(trace, {}, { face });
    story.files(trace, [story.fileOf(trace, 0), story.fileOf(action)], { face });
    story.search({ kind: "claim" }, { includes: [trace] }, { face });
    story.workflows("acme", { face });
  }
  story.file(trace, story.fileOf(trace, 1));
}

/** A trace of `count` actions, appended one after the other. */
export function long(story: Story, count: number): TraceHandle {
  const trace = story.create();
  for (let action = 1; action < count; action++) story.act(trace);
  return trace;
}

/** Two states and two pages with `between` between them. */
export function around(story: Story, trace: TraceHandle, between: () => void): void {
  for (const face of faces) story.state(trace, { face });
  story.details(trace);
  between();
  for (const face of faces) story.state(trace, { face });
  story.details(trace);
}
