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
    title: "a search by what only the state shows, of a name that nobody sent",
    story: (story) => {
      const one = story.create({ members: { side: "left" } });
      const found = [one.id];
      for (const face of faces) story.search({ holder: "Ann" }, {}, { face, found, traits: ["filters.computed"] });
    },
  },
  {
    title: "a search for two characters that is refused",
    story: (story) => {
      story.create({ members: { side: "ab" } });
      for (const face of faces) story.search({ side: "ab" }, {}, { face, refused: true });
    },
  },
  {
    title: "a number found by the same in another type, or not",
    story: (story) => {
      const one = story.create({ members: { size: "1.0", open: true, list: [1] } });
      for (const found of [[], [one.id]])
        for (const [name, value] of [
          ["size", 1],
          ["open", 1],
          ["open", "true"],
          ["list", 1],
        ] as const)
          story.search({ [name]: value }, {}, { found });
    },
  },
  {
    title: "a stranger's trace that matches, between the searches of the faces",
    story: (story) => {
      const one = story.create({ members: { word: "amber" } });
      story.search({ word: "amber" }, { includes: [one] });
      const found = [one.id, "12345678-1234-4234-8234-123456789abc"];
      story.search({ word: "amber" }, { includes: [one] }, { face: "legacy", found });
    },
  },
];
