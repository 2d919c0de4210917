/** Odd events in the life of a conformant service. */
import { faces } from "../../../spec/operations.ts";
import { bytesAnswer, entryOf, jsonAnswer, zipAnswer } from "../support/answers.ts";
import { around } from "../support/everyday.ts";
import type { How } from "../support/history.ts";
import type { VariantStory } from "../support/kill.ts";

const throttled = (status: number): How => ({
  answer: {
    ...jsonAnswer({ message: "later" }, status),
    headers: { "retry-after": "1", "content-type": "application/json" },
  },
  effect: false,
});
const badGateway = (effect: boolean): How => ({
  answer: jsonAnswer({ message: "bad gateway" }, 502),
  effect,
  traits: ["x"],
});

const uncertain: readonly (readonly [string, How])[] = [
  ["timed out and took effect", { failure: "timeout", effect: true }],
  ["timed out without effect", { failure: "timeout", effect: false }],
  ["was cut off and took effect", { failure: "reset", effect: true }],
];

/** What no requirement forbids, except that the service was slow or cut a connection. */
const manners = ["ROBUST-08", "ROBUST-01", "ROBUST-02", "ROBUST-04"] as const;

export const events: readonly VariantStory[] = [
  ...uncertain.map(([what, how]): VariantStory => ({
    title: `an action that ${what}`,
    excused: manners,
    story: (story) => {
      const trace = story.create({ members: { kept: 1 } });
      story.state(trace);
      story.act(trace, { members: { kept: 2 } }, how);
      around(story, trace, () => story.act(trace, { members: { other: 1 } }));
      story.search({ kept: 1 });
      story.search({ kept: 2 });
    },
  })),
  {
    title: "the same action twice, where the state shows the data in a way of its own",
    choices: { statePath: null },
    story: (story) => {
      const data = { tcRun: "run", tcMark: "mark-1-of-run", word: "amber" };
      const trace = story.create({ data });
      story.search({ word: "amber" }, { includes: [trace] });
      const shown = { answer: jsonAnswer({ error: null, data: { state: { members: [["word", "amber"]] } } }) };
      story.state(trace, shown);
      story.act(trace, { data });
      story.state(trace, shown);
    },
  },
  {
    title: "data that a list of the state alone shows",
    choices: { fold: "list-of-actions", linkPath: null },
    story: (story) => {
      const trace = story.create({ members: { text: "a ⁂", none: null, place: { floor: 2.5 } } });
      story.act(trace);
      story.state(trace);
    },
    judged: ["DATA-01", "DATA-02", "DATA-03", "DATA-05", "DATA-07"],
  },
  {
    title: "an action with three files that is refused",
    story: (story) => {
      const trace = story.create({ files: ["a", "b"] });
      around(story, trace, () => {
        for (const face of faces) story.act(trace, { files: ["a", "b", "c"] }, { face, refused: true });
      });
    },
  },
  ...[true, false].map((effect): VariantStory => ({
    title: `an unusual action answered with 502 ${effect ? "and" : "without"} effect`,
    excused: manners,
    story: (story) => {
      const trace = story.create();
      around(story, trace, () => story.act(trace, { members: { late: 1 } }, badGateway(effect)));
    },
  })),
  {
    title: "links in the order of their coming, and a state in the order of their going",
    judged: ["CONC-04", "CONC-01"],
    story: (story) => {
      const trace = story.create();
      story.together(() => {
        for (const key of ["a", "b"]) story.act(trace, { members: { [key]: key, last: key } });
      });
      const data = { tcRun: "run", tcMark: "mark-2-of-run", a: "a", b: "b", last: "a" };
      story.details(trace);
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data } } }) });
      story.state(trace, { answer: jsonAnswer({ error: null, data: { state: { data } } }) });
    },
  },
  {
    title: "an action that timed out and took effect long after, over a later one",
    excused: manners,
    story: (story) => {
      const trace = story.create({ members: { kept: 0 } });
      story.act(trace, { members: { kept: 1 } }, { failure: "timeout", effect: false });
      story.act(trace, { members: { kept: 2 } });
      story.state(trace);
      story.details(trace);
      // Only now the service comes to the action that nobody waited for.
      story.late(trace, 1);
      story.state(trace);
      story.details(trace);
      story.state(trace, { face: "legacy" });
    },
  },
  {
    title: "a creation of which nobody knows, found by search",
    excused: manners,
    story: (story) => {
      story.create({}, { failure: "timeout", effect: true });
      story.search({ tcMark: story.marker, tcRun: "run" });
    },
  },
  {
    title: "a service that asks to come back later",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      for (const status of [429, 503]) {
        around(story, trace, () => story.act(trace, {}, throttled(status)));
        story.state(trace, throttled(status));
        story.files(trace, [story.fileOf(trace)], throttled(status));
        story.file(trace, story.fileOf(trace), throttled(status));
        story.search({ a: 1 }, {}, throttled(status));
        story.workflows("acme", throttled(status));
        story.login("credential", throttled(status));
      }
      for (const status of [409, 423, 425]) around(story, trace, () => story.act(trace, {}, throttled(status)));
    },
  },
  {
    title: "an index that lags until the last attempt",
    judged: ["SEARCH-03", "SEARCH-08"],
    story: (story) => {
      const trace = story.create({ members: { phase: "first" } });
      story.search({ phase: "first" }, { includes: [trace], last: false }, { found: [] });
      story.search({ phase: "first" }, { includes: [trace] });
      story.act(trace, { members: { phase: "second" } });
      story.search({ phase: "first" }, { excludes: [trace], last: false }, { found: [trace.id] });
      story.search({ phase: "first" }, { excludes: [trace] });
      story.search({ phase: "second" }, { includes: [trace] });
    },
  },
  {
    title: "an index that lags for a trace that nobody waits for, between the faces",
    story: (story) => {
      const one = story.create({ members: { word: "amber" } });
      story.create({ members: { word: "amber" } });
      story.search({ word: "amber" }, { includes: [one] }, { found: [one.id] });
      story.search({ word: "amber" }, { includes: [one] }, { face: "legacy" });
    },
  },
  {
    title: "markers of which one begins with another",
    choices: { text: "prefix" },
    story: (story) => {
      story.create({ data: { tcRun: "run", tcMark: "mark-1" } });
      const found = ["12345678-1234-4234-8234-123456789abc"];
      story.search({ tcRun: "run", tcMark: "mark" }, {}, { found });
    },
  },
  {
    title: "two traces that share a text called a marker",
    story: (story) => {
      for (let twice = 0; twice < 2; twice++) {
        const trace = story.create({ data: { tcRun: "run", tcMark: "shared" } });
        story.state(trace);
        story.details(trace);
      }
    },
  },
  {
    title: "two actions that share a text called a marker",
    story: (story) => {
      const trace = story.create({ data: { tcRun: "run", tcMark: "shared", a: 1 } });
      story.act(trace, { data: { tcRun: "run", tcMark: "shared", b: 2 } });
      around(story, trace, () => undefined);
    },
  },
  {
    title: "bad requests that are accepted in the service's own way",
    story: (story) => {
      for (const defect of [
        { where: "field", member: "data", what: "omitted" },
        { where: "field", member: "data", what: "replaced" },
        { where: "body", what: "json-type" },
        { where: "body", what: "content-type" },
      ] as const) {
        const trace = story.create({ members: { kept: 1 } });
        story.act(
          trace,
          { data: { other: true } },
          {
            defects: [defect],
            effect: true,
            answer: jsonAnswer({ error: null, data: story.service.uuid() }),
          },
        );
        story.details(trace);
        story.state(trace);
      }
    },
  },
  {
    title: "an archive of nothing, asked for without digests",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      const nothing: How = { defects: [{ where: "path", what: "no-digests" }] };
      story.files(trace, [], { ...nothing, answer: zipAnswer([]) });
      story.files(trace, [], { ...nothing, answer: bytesAnswer(Buffer.from(""), 204) });
      story.files(trace, [], { ...nothing, answer: zipAnswer([entryOf({ name: "x", bytes: Buffer.from("x") })]) });
    },
  },
  {
    title: "an unknown digest answered with an empty archive, or with an error under status 200",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      const unknown: How = { defects: [{ where: "path", what: "unknown-digest" }] };
      const wanted = [{ digest: "none", file: { exchange: 99, position: 0 } }];
      story.files(trace, wanted, { ...unknown, answer: zipAnswer([]) });
      story.files(trace, wanted, { ...unknown, answer: jsonAnswer({ error: "no such file" }) });
      story.file(trace, { digest: "none" }, { ...unknown, answer: jsonAnswer({ error: "no such file", at: 1 }) });
      story.file(trace, { digest: "none" }, { ...unknown, answer: jsonAnswer({ error: "no such file", at: 2 }) });
    },
  },
  {
    title: "a connection that was lost once, and requests that were answered when they were sent again",
    story: (story) => {
      const trace = story.create();
      story.state(trace, { failure: "reset" });
      story.state(trace);
      story.state(trace, { failure: "protocol" });
      story.state(trace);
      story.details(trace, {}, { failure: "timeout" });
      story.details(trace);
    },
    excused: ["ROBUST-02", "ROBUST-04", "ROBUST-08"],
  },
  {
    title: "archives that are lost two times, and a file that is not",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      story.files(trace, [story.fileOf(trace)], { failure: "reset" });
      story.files(trace, [story.fileOf(trace)], { face: "legacy", failure: "reset" });
      story.file(trace, story.fileOf(trace));
    },
    excused: ["ROBUST-02", "ROBUST-04", "ROBUST-08"],
  },
  {
    title: "connections that were closed as idle when they were used again",
    story: (story) => {
      const trace = story.create();
      story.state(trace, { failure: "reset", idle: true });
      story.details(trace, {}, { failure: "reset", idle: true });
    },
    excused: ["ROBUST-04"],
  },
  {
    title: "a state that tells how far the trace is, which these actions do not change",
    choices: { statePath: null },
    story: (story) => {
      const trace = story.create();
      const open = jsonAnswer({ error: null, data: { state: { phase: "open" } } });
      story.state(trace, { answer: open });
      story.act(trace);
      story.state(trace, { answer: open });
      const other = story.create();
      story.act(other);
      story.state(other);
      story.act(other);
      story.state(other);
    },
  },
  {
    title: "a file of the same content in both traces",
    story: (story) => {
      const trace = story.create({ files: ["same"] });
      const other = story.create({ files: ["same"] });
      story.files(trace, [story.fileOf(other)]);
      story.file(trace, story.fileOf(other));
    },
  },
  {
    title: "an adopted token and an unusual request refused with 403",
    story: (story) => {
      story.login("credential", { adopt: true });
      story.create(
        {},
        { traits: ["data.html"], answer: jsonAnswer({ error: "forbidden", data: null }, 403), effect: false },
      );
      story.workflows();
    },
    judged: ["LOGIN-06"],
  },
  {
    title: "a wrong password refused with a text that is called a token, and is none",
    story: (story) => {
      const answer = jsonAnswer({ error: "wrong", data: { token: "request-17" } }, 401);
      story.login("credential", { replace: { password: "wrong" }, answer });
      story.login("credential", {
        replace: { password: "wrong" },
        answer: jsonAnswer({ error: "wrong", data: null }, 401),
      });
    },
    judged: ["LOGIN-11"],
  },
  {
    title: "right credentials taken under another media type",
    story: (story) => {
      story.login("credential", { body: { kind: "content-type", value: "text/plain" }, accepted: true });
    },
  },
  {
    title: "a trace that follows an accepted action into the workflow which that one names",
    story: (story) => {
      const trace = story.create({ members: { word: "amber" } });
      story.act(trace, {}, { defects: [{ where: "field", member: "workflowId", what: "replaced" }], accepted: true });
      story.search({ word: "amber" }, { workflow: 1 }, { found: [trace.id] });
    },
  },
  {
    title: "a walk that was interrupted",
    story: (story) => {
      const trace = story.create();
      for (let action = 0; action < 6; action++) story.act(trace);
      story.walk(trace, 2, "forward", {}, undefined, 2);
    },
  },
  {
    title: "arguments in combinations that nobody explained",
    story: (story) => {
      const trace = story.create();
      for (let action = 0; action < 6; action++) story.act(trace);
      const { endCursor = "" } = story.details(trace, { first: 3 });
      const page = story.service.details(trace.id, {});
      const answer = jsonAnswer({ error: null, data: page });
      for (const odd of [
        { after: endCursor },
        { before: endCursor },
        { first: 2, before: endCursor },
        { last: 2, after: endCursor },
        { first: 2, last: 3 },
        { after: endCursor, before: endCursor },
      ])
        story.details(trace, odd, { traits: ["page.combination"], answer });
    },
  },
  {
    title: "an opaque state that has the time of the last action in each of its links",
    choices: { statePath: null, volatile: true, extras: true },
    story: (story) => {
      const trace = story.create();
      around(story, trace, () => story.create());
      around(story, trace, () => story.act(trace));
    },
    judged: ["STATE-04", "DETAILS-09"],
  },
  {
    title: "probes under readings that are not the service's",
    story: (story) => {
      const trace = story.create({ files: ["x"] });
      story.act(trace);
      const probe: How = { candidateFor: "page-size" };
      story.details(
        trace,
        { first: 1 },
        { ...probe, answer: jsonAnswer({ error: null, data: { links: [], totalCount: 0, info: {} } }) },
      );
      story.files(trace, [story.fileOf(trace)], { ...probe, answer: jsonAnswer({}, 200) });
      story.search({ a: 1 }, {}, { ...probe, found: [trace.id, trace.id] });
    },
  },
];
