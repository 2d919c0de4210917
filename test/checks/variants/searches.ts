/** Searches that a conformant service need not answer as most do. */
import { faces } from "../../../spec/operations.ts";
import type { VariantStory } from "../support/kill.ts";

export const searches: readonly VariantStory[] = [
  {
    title: "searches by a name that the state has beside the data, which find by that, find nothing, or are refused",
    choices: { hasPhase: true },
    judged: ["SEARCH-03", "SEARCH-08"],
    story: (story) => {
      const trace = story.create({ members: { phase: "first", side: "left" } });
      story.search({ phase: "first" });
      story.search({ phase: "phase 1" });
      story.search({ phase: "first", side: "left" }, {}, { refused: true });
      story.search({ side: "left" }, { includes: [trace] });
      story.act(trace, { members: { phase: "second", side: "right" } });
      story.search({ side: "right", phase: "first" }, {}, { found: [trace.id] });
      story.search({ side: "right" }, { includes: [trace] });
      story.search({ side: "left" }, { excludes: [trace] });
    },
  },
  {
    title: "a search for two characters that is refused",
    story: (story) => {
      story.create({ members: { side: "ab" } });
      for (const face of faces) story.search({ side: "ab" }, {}, { face, refused: true });
    },
  },
];
