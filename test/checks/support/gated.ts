/** Stories of a service that takes three actions on a trace and no more. */
import { faces } from "../../../spec/operations.ts";
import type { Story, TraceHandle } from "./history.ts";

/** A trace up to its end, and an action too many through each endpoint set. */
export function ended(story: Story): void {
  const trace = story.create();
  story.act(trace);
  story.act(trace, {}, { face: "legacy" });
  story.state(trace);
  tooMany(story, trace);
}

function tooMany(story: Story, trace: TraceHandle): void {
  for (const face of faces) story.act(trace, {}, { face, refused: true });
}

/** The same, and two actions at the same time of which one may come. */
export function raced(story: Story): void {
  ended(story);
  const trace = story.create();
  story.act(trace);
  story.together(() => {
    story.act(trace, {}, { face: "legacy" });
    story.act(trace, {}, { refused: true });
  });
}

/** More than is left is refused through each endpoint set; less is taken. */
export function tooMuch(story: Story): void {
  const trace = story.create();
  story.act(trace, { data: { sum: 600 } });
  for (const face of faces) story.act(trace, { data: { sum: 500 } }, { face, refused: true });
  story.act(trace, { data: { sum: 5 } }, { face: "legacy" });
}

/** Everything read before and after each action, through both endpoint sets and twice. */
export function gated(story: Story): void {
  const trace = story.create();
  read(story, trace);
  for (const face of faces) {
    story.act(trace, {}, { face });
    read(story, trace);
  }
  tooMany(story, trace);
  read(story, trace);
}

function read(story: Story, trace: TraceHandle): void {
  for (const face of [...faces, ...faces]) {
    story.state(trace, { face });
    story.details(trace, {}, { face });
  }
}
