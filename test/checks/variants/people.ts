/** Several users of a conformant service, who are not all shown the same. */
import type { JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { jsonAnswer, zipAnswer } from "../support/answers.ts";
import type { How } from "../support/history.ts";
import type { VariantStory } from "../support/kill.ts";
import { summed, tallied } from "../support/tallied.ts";

/** As many as may be all that a service answers. */
const manyOthers = Array.from({ length: 20 }, (_, at) => `12345678-1234-4234-8234-1234567890${String(at + 10)}`);

export const people: readonly VariantStory[] = [
  {
    title: "a stranger who gets an empty archive before the owner gets a full one",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      const file = story.fileOf(trace);
      story.files(trace, [file], { actor: "second", answer: zipAnswer([]) });
      story.files(trace, [file], { face: "legacy" });
    },
  },
  {
    title: "a second user who adopts a token and is then refused another's trace",
    story: (story) => {
      const trace = story.create();
      story.login("credential", { adopt: true, actor: "second" });
      const forbidden = { actor: "second", answer: jsonAnswer({ error: "forbidden", data: null }, 403) } as const;
      story.state(trace, forbidden);
      story.details(trace, {}, forbidden);
    },
  },
  {
    title: "data without one member that are refused, and without another that are taken",
    story: (story) => {
      const trace = story.create();
      story.act(trace, { data: { size: 1 } }, { face: "v2", refused: true, traits: [unfitTraits.form] });
      story.act(trace, { data: { kind: "a" } }, { face: "legacy", traits: [unfitTraits.form] });
    },
  },
  {
    title: "a gateway that refuses who may not write, in words of its own",
    story: (story) => {
      const trace = story.create();
      const notNow = { error: { code: "006", message: "not now" }, data: null };
      story.act(trace, {}, { refused: true, answer: jsonAnswer(notNow, 409), traits: [unfitTraits.form] });
      for (const answer of [jsonAnswer({ message: "Forbidden" }, 403), jsonAnswer({ message: "x", code: 403 }, 403)])
        story.act(trace, {}, { actor: "user-0", traits: [unfitTraits.sender], refused: true, answer });
    },
  },
  {
    title: "an action is taken that was refused once, by then through the other face",
    story: (story) => {
      const trace = story.create();
      story.act(trace, {}, { refused: true, traits: [unfitTraits.again] });
      story.act(trace, {}, { face: "legacy", traits: [unfitTraits.again] });
      for (const face of faces) story.state(trace, { face });
    },
  },
  {
    title: "a member that no form knows is dropped, whichever face brought it",
    judged: ["EQUIV-06"],
    story: (story) => {
      for (const face of faces) {
        const trace = story.create({ members: { beyond: "the form" } }, { face, traits: [unfitTraits.beyond] });
        const payload = { state: { data: { tcRun: "run", tcMark: story.marker } } };
        story.state(trace, { answer: jsonAnswer({ error: null, data: payload }) });
      }
    },
  },
  {
    title: "a text is taken for the number that a form wants, whichever face brought it, and a missing member is not",
    judged: ["EQUIV-06", "GATE-04"],
    story: (story) => {
      for (const face of faces) story.create({}, { face, refused: true, traits: [unfitTraits.form] });
      for (const face of faces) {
        const trace = story.create({ members: { packs: "12" } }, { face, traits: [unfitTraits.type] });
        const payload = { state: { data: { tcRun: "run", tcMark: story.marker, packs: 12 } } };
        story.state(trace, { answer: jsonAnswer({ error: null, data: payload }) });
      }
    },
  },
  {
    title: "a computed state that has another number by the same name later on, through both faces",
    judged: ["EQUIV-04"],
    choices: { statePath: null },
    story: (story) => {
      const trace = story.create({ members: { milk: "sheep", kilos: 11 } });
      for (const face of faces) story.search({ milk: "sheep", kilos: 11 }, { includes: [trace] }, { face });
      story.act(trace, { members: { eaten: 4 } });
      for (const face of faces) story.search({ milk: "sheep", kilos: 11 }, { includes: [trace] }, { face, found: [] });
    },
  },
  {
    title: "a computed state that has the last of two actions at once as it likes, and says that they came at once",
    judged: ["CONC-04"],
    choices: { statePath: null },
    story: (story) =>
      tallied(story, (crates, isRaced) => ({
        crates: summed(crates),
        latest: (isRaced ? crates[0] : crates.at(-1)) ?? 0,
        atOnce: isRaced ? 1 : 0,
        // One more where one of the two had to be tried again.
        version: crates.length + (isRaced ? 1 : 0),
      })),
  },
  {
    title: "pages for a colleague who is shown two of three links",
    judged: ["PAGE-01", "PAGE-02"],
    story: (story) => {
      const trace = story.create();
      for (const page of [{ first: 3 }, { first: 2 }, { last: 2 }, { first: 1 }]) {
        const shown = Math.min(2, page.first ?? page.last ?? 2);
        const links = Array.from({ length: shown }, (_, index) => ({ shown: index }));
        const payload = { links, totalCount: 2, info: { hasNext: shown < 2, hasPrevious: false } };
        story.details(trace, page, { actor: "user-0", answer: jsonAnswer({ error: null, data: payload }) });
      }
    },
  },
  {
    title: "searches by a status alone that have so many traces that one of them is not answered",
    choices: { hasStatus: true, statePath: null },
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      for (const status of ["begun", "open"]) {
        if (status === "open") story.act(trace);
        const data = { tcRun: "run", tcMark: story.marker, word: "amber", status };
        const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
        story.state(trace, shown);
        // As long as the target says that a search may lag.
        story.pause(1000);
        for (const asked of ["begun", "open"]) {
          const isFound = asked === status && status === "begun";
          story.search({ status: asked }, {}, { found: isFound ? [trace.id] : asked === "open" ? manyOthers : [] });
        }
        story.state(trace, shown);
      }
    },
  },
  {
    title: "a search by a status beside a text that no filter reaches, and one beside a text that filters reach",
    choices: { statePath: null },
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      for (const status of ["begun", "open"]) {
        if (status === "open") story.act(trace, { members: { shelf: "B-4" } });
        const data = { word: "amber", status, ...(status === "open" ? { kept: { shelf: "B-4" } } : {}) };
        const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
        const beside: JsonObject = status === "open" ? { shelf: "B-4" } : { word: "amber" };
        story.state(trace, shown);
        story.pause(1000);
        for (const asked of ["begun", "open"]) {
          const found = asked === status && status === "begun" ? [trace.id] : [];
          story.search({ ...beside, status: asked }, {}, { found, traits: ["filters.computed"] });
        }
        story.state(trace, shown);
      }
    },
  },
  {
    title: "a state that notes who has read it, and shows a colleague a part of it",
    choices: { statePath: ["data"] },
    judged: ["EQUIV-01", "STATE-04"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      const data = { tcRun: "run", tcMark: "mark-1-of-run", word: "amber" };
      const shown = (state: JsonObject): How => ({ answer: jsonAnswer({ error: null, data: { state } }) });
      const part = { data: { word: "amber" }, readers: ["ada"] };
      story.state(trace, shown({ data, readers: [] }));
      story.state(trace, shown({ data, readers: [] }));
      for (const face of ["v2", "legacy", "v2"] as const) {
        const answer = jsonAnswer(face === "v2" ? { error: null, data: { state: part } } : { state: part });
        story.state(trace, { face, actor: "user-0", answer });
      }
      story.state(trace, shown({ data, readers: ["ada"] }));
    },
  },
  ...(["no search knows", "all searches take for nothing"] as const).map((how): VariantStory => ({
    title: `a status that is in the state, and that ${how}`,
    choices: { hasStatus: true },
    judged: ["STATE-03"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      const found = how === "no search knows" ? [] : [trace.id];
      for (const status of ["begun", "open"]) {
        if (status === "open") story.act(trace);
        const data = { tcRun: "run", tcMark: story.marker, word: "amber", status };
        const shown = { answer: jsonAnswer({ error: null, data: { state: { data } } }) };
        story.state(trace, shown);
        story.pause(1000);
        for (const face of faces)
          for (const asked of ["begun", "open"]) story.search({ word: "amber", status: asked }, {}, { face, found });
        story.state(trace, shown);
      }
    },
  })),
  {
    title: "traces of one status, of which one is found by a text of its own before another is read again",
    choices: { hasStatus: true },
    judged: ["SEARCH-03"],
    story: (story) => {
      const words = ["amber", "topaz"];
      const traces = words.map((word) => ({ word, trace: story.create({ members: { word } }), mark: story.marker }));
      const shows = (): void => {
        for (const { word, trace, mark } of traces) {
          const data = { tcRun: "run", tcMark: mark, word, status: "begun" };
          story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data } } }) });
        }
      };
      shows();
      story.pause(1000);
      for (const { word, trace } of traces)
        for (const status of ["begun", "open"])
          story.search({ word, status }, {}, { found: status === "begun" ? [trace.id] : [] });
      shows();
    },
  },
  {
    title: "a status that searches learn a little later, and one that changes while it is searched for",
    choices: { hasStatus: true },
    judged: ["SEARCH-03"],
    // What changes by itself is another matter, and looked into late.
    excused: ["STATE-04", "STATE-05"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      const shows = (status: string): void => {
        const data = { tcRun: "run", tcMark: story.marker, word: "amber", status };
        story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data } } }) });
      };
      const searched = (foundBy: string): void => {
        for (const asked of ["begun", "open"])
          story.search({ word: "amber", status: asked }, {}, { found: asked === foundBy ? [trace.id] : [] });
      };
      shows("begun");
      story.pause(1000);
      searched("begun");
      shows("begun");
      story.act(trace);
      shows("open");
      searched("begun");
      shows("open");
      story.act(trace);
      shows("begun");
      story.pause(1000);
      searched("open");
      shows("open");
    },
  },
  {
    title: "a state that shows each user the data of the own actions alone",
    choices: { hidesOthers: true },
    judged: ["STATE-03"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      story.state(trace);
      story.act(trace, { members: { word: "opal" } }, { actor: "user-0" });
      const data = { tcRun: "run", tcMark: "mark-1-of-run", word: "amber" };
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data } } }) });
      story.search({ word: "opal" }, { includes: [trace] }, { answer: jsonAnswer({ error: null, data: [] }) });
    },
  },
  {
    title: "links that show what another user sent once the trace is closed",
    choices: { withholds: { key: "seal", until: "close" } },
    judged: ["DETAILS-06", "DETAILS-07", "DETAILS-08", "DETAILS-11", "EQUIV-02"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      const shown = () => {
        story.details(trace);
        story.details(trace, {}, { face: "legacy" });
      };
      story.act(trace, { actionKey: "seal" }, { actor: "user-0" });
      shown();
      story.act(trace);
      story.act(trace, { actionKey: "seal" }, { actor: "user-0" });
      shown();
      story.act(trace, { actionKey: "close" }, { actor: "user-1" });
      shown();
    },
  },
  ...[
    { until: "close", since: "reopen" },
    { since: "close", mask: "***" },
  ].map((when): VariantStory => ({
    title: `a member of what another user sent is kept ${Object.entries(when).flat().join(" ")}`,
    choices: { keeps: { key: "quote", name: "margin", ...when } },
    judged: ["ACT-08", "DETAILS-07", "DETAILS-09", "STATE-03", "EQUIV-01", "EQUIV-02"],
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      const shown = () => {
        for (const face of ["v2", "legacy", "v2"] as const) {
          story.details(trace, {}, { face });
          story.state(trace, { face });
        }
      };
      story.act(trace, { actionKey: "quote", members: { margin: 3 } }, { actor: "user-0" });
      shown();
      story.act(trace, { actionKey: "close" }, { face: "legacy" });
      shown();
      story.search({ margin: 3 }, {}, { found: [] });
      story.act(trace, { actionKey: "reopen" });
      shown();
    },
  })),
  ...(["before", "after"] as const).map((which): VariantStory => ({
    title: `a member that is kept until another action, as it was ${which} that action, while it is under way or unknown`,
    choices: { keeps: { key: "quote", name: "margin", until: "close" } },
    judged: ["DETAILS-07"],
    excused: ["ROBUST-02", "ROBUST-08"],
    story: (story) => {
      const quoted = () => {
        const trace = story.create({ members: { word: "amber" } });
        story.act(trace, { actionKey: "quote", members: { margin: 3 } }, { actor: "user-0" });
        return trace;
      };
      const trace = quoted();
      story.together(() => {
        if (which === "before") story.details(trace);
        story.act(trace, { actionKey: "close" });
        if (which === "after") story.details(trace);
      });
      const other = quoted();
      story.act(other, { actionKey: "close" }, { failure: "timeout", effect: which === "after" });
      story.details(other);
    },
  })),
];
