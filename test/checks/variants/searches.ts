/** Searches that a conformant service need not answer as most do. */
import { faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { jsonAnswer } from "../support/answers.ts";
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
    title: "a search that finds again after an attempt at a replica that is behind",
    judged: ["SEARCH-03"],
    story: (story) => {
      const trace = story.create({ members: { side: "left" } });
      story.search({ side: "left" }, { includes: [trace] });
      story.search({ side: "left" }, { includes: [trace], last: false }, { found: [] });
      story.search({ side: "left" }, { includes: [trace] });
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
  ...(["finds nothing", "finds all", "finds the one that a trace has at one place"] as const).map(
    (how): VariantStory => ({
      title: `a search by a number that computed states show, which ${how}`,
      choices: { statePath: null },
      story: (story) => {
        const sizes = [3, 7.5];
        const traces = sizes.map((size) => ({ size, trace: story.create({ members: { size } }) }));
        story.pause(1000);
        for (const asked of [3, 7.5, 0, 12]) {
          const all = traces.filter(
            ({ size }) => how === "finds all" || (how !== "finds nothing" && size + 4.5 === asked),
          );
          story.search({ size: asked }, {}, { found: all.map(({ trace }) => trace.id), traits: ["filters.computed"] });
        }
        for (const { size, trace } of traces) {
          const facts: JsonObject = how.endsWith("place") ? { size, last: { size: size + 4.5 } } : { size };
          story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts } } }) });
        }
      },
    }),
  ),
  {
    title: "searches by a member of computed states that find it by its whole place, and not below the place of others",
    choices: { statePath: null },
    story: (story) => {
      const traces = [3, 7].map((size) => ({ size, trace: story.create({ members: { size } }) }));
      for (const byPlace of [true, false]) {
        story.pause(6_000);
        for (const { size, trace } of traces) {
          for (const value of [3, 7]) {
            const found = byPlace && value === size ? [trace.id] : [];
            story.search({ size: value }, { byPlace }, { found, traits: ["filters.computed"] });
          }
          story.state(trace, {
            answer: jsonAnswer({ error: null, data: { state: { size, facts: { done: byPlace ? 1 : 2 } } } }),
          });
          if (byPlace) story.act(trace, {});
        }
      }
    },
  },
  {
    title:
      "searches beside a text of an action that goes by another name in computed states, and another text by its name",
    choices: { statePath: null },
    story: (story) => {
      const trace = story.create({ members: { holder: "Ann" } });
      for (const phase of ["open", "done"]) {
        if (phase === "done") story.act(trace, { members: { name: "Bob" } });
        story.pause(6_000);
        const name = phase === "open" ? "Ann" : "Bob";
        for (const value of ["open", "done"]) {
          const found = phase === "open" && value === "open" ? [trace.id] : [];
          story.search({ name, phase: value }, {}, { found, traits: ["filters.computed"] });
        }
        const heirs = phase === "open" ? [] : ["Bob"];
        story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { name: "Ann", phase, heirs } } }) });
      }
    },
  },
  {
    title: "searches by a status that comes back, beside a text that an action moved among others in the state",
    choices: { statePath: null },
    story: (story) => {
      const trace = story.create({ members: { holder: "Ann" } });
      for (const [at, phase] of ["open", "held", "open"].entries()) {
        if (at > 0) story.act(trace, {});
        const facts: JsonObject = at < 2 ? { holder: "Ann", phase } : { phase, former: [{ holder: "Ann" }] };
        story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts } } }) });
        story.pause(6_000);
        for (const value of ["open", "held"]) {
          const found = at < 2 && value === phase ? [trace.id] : [];
          story.search({ holder: "Ann", phase: value }, {}, { found, traits: ["filters.computed"] });
        }
        story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { facts } } }) });
      }
    },
  },
  ...(["gives no more than two traces", "learns of a trace a little later"] as const).map((how): VariantStory => ({
    title: `searches without any filter, of which one face ${how}`,
    story: (story) => {
      const ids = manyIds(4);
      for (const turn of [0, 1, 2]) {
        const there = ids.slice(0, turn + 2);
        story.search({}, {}, { face: "v2", found: there });
        const late = turn === 0 ? there.slice(0, 1) : there;
        story.search({}, {}, { face: "legacy", found: how.startsWith("gives") ? there.slice(-2) : late });
        story.pause(1000);
      }
    },
  })),
];

const manyIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `12345678-1234-4234-8234-1234567890${String(at + 10)}`);
