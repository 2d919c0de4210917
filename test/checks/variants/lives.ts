/**
 * What is done to every service, whatever it chose: a whole life of traces, with all that may be refused on the way.
 */
import { faces } from "../../../spec/operations.ts";
import { around, everyday, long } from "../support/everyday.ts";
import type { How, Story } from "../support/history.ts";

const malformed: How = { defects: [{ where: "body", what: "json-broken" }] };
const withoutToken: How = { defects: [{ where: "token", what: "none" }] };
const unknown: How = { defects: [{ where: "path", what: "unknown-trace" }] };

function refusals(story: Story): void {
  const trace = story.create({ files: ["x"] });
  const nobody = { id: "12345678-1234-4234-8234-123456789abc", index: 0 };
  for (const face of faces) {
    around(story, trace, () => {
      story.act(trace, {}, { face, ...malformed });
      story.act(trace, {}, { face, ...withoutToken });
      story.act(trace, {}, { face, traits: ["data.nul"], refused: true });
    });
    story.create({}, { face, ...malformed });
    story.search({ tcMark: story.marker, tcRun: "run" }, {}, { face });
    story.state(nobody, { face, ...unknown });
    story.details(nobody, {}, { face, ...unknown });
    story.act(nobody, {}, { face, ...unknown });
    story.files(trace, [], { face, defects: [{ where: "path", what: "no-digests" }] });
    story.details(trace, { first: 0 }, { face, traits: ["page.zero"], refused: true });
    story.workflows("nobody", { face, refused: true });
    story.login("credential", { face, replace: { password: "wrong" } });
  }
  story.file(trace, { digest: "no-such-digest" });
}

function pages(story: Story): void {
  const trace = long(story, 7);
  const first = story.details(trace, { first: 3 });
  const { endCursor, startCursor } = story.details(trace, { last: 2 });
  if (typeof startCursor === "string") story.details(trace, { last: 2, before: startCursor });
  if (typeof endCursor === "string") story.details(trace, { first: 2, after: endCursor });
  if (typeof first["endCursor"] === "string") {
    for (let twice = 0; twice < 2; twice++) story.details(trace, { first: 3, after: first["endCursor"] });
    story.details(trace, { first: 3, after: first["endCursor"] });
  }
  for (const face of faces) {
    story.details(trace, {}, { face });
    story.details(trace, { first: 2 }, { face });
    if (typeof startCursor !== "string") continue;
    story.walk(trace, 2, "forward", { face });
    story.walk(trace, 3, "backward", { face });
  }
  if (typeof startCursor !== "string" || story.choices.cursors === "offset") return;
  for (const direction of ["forward", "backward"] as const) {
    story.walk(trace, 2, direction, {}, () => story.act(trace));
  }
}

/** Actions of different kinds, the whole list, and then one that is like another. */
function likeness(story: Story): void {
  const trace = story.create();
  story.act(trace, { actionKey: "note" });
  story.details(trace);
  story.act(trace, { actionKey: "note" });
  // Data that has a member of that name, with the key of another action.
  story.act(trace, { actionKey: "note", data: { tcRun: "run", tcMark: "mark-99-of-run", actionKey: "open" } });
  story.details(trace, { first: 2 });
  story.details(trace, { last: 2 });
}

function files(story: Story): void {
  const trace = story.create({ files: ["a.txt:same", "a.txt:other", "b.txt:same", "empty.txt:"] });
  const action = story.act(trace, { files: ["c.txt:same"] }, { face: "legacy" });
  story.details(trace);
  const all = [0, 1, 2, 3].map((position) => story.fileOf(trace, position));
  for (const face of faces) {
    for (const file of [...all, story.fileOf(action)]) {
      story.files(trace, [file], { face });
      story.file(trace, file);
    }
    story.files(trace, story.choices.digests === "each" ? all : [...all.slice(0, 2), ...all.slice(3)], { face });
  }
}

function searches(story: Story): void {
  const one = story.create({ members: { word: "Amber", size: 1 } });
  const two = story.create({ members: { word: "amber", size: 2 } }, { face: "legacy" });
  const long = story.create({ members: { word: "amberlike", size: 10 } });
  const elsewhere = story.create({ members: { word: "Amber" }, workflow: 1, actionKey: "announce" });
  for (const face of faces) {
    story.search({ word: "Amber" }, { includes: [one] }, { face });
    story.search({ word: "Amber", size: 1 }, { includes: [one] }, { face });
    story.search({ size: 2 }, { includes: [two] }, { face });
    story.search({ word: "Amber" }, { includes: [elsewhere], workflow: 1 }, { face });
    story.search({ word: "amberlike" }, { includes: [long], excludes: [one] }, { face });
    story.search({ word: "nothing of the kind" }, {}, { face });
  }
}

function visits(story: Story): void {
  const trace = story.create({ files: ["x"] });
  const visitor: How = story.choices.sharesOrganization ? { actor: "second" } : { actor: "second", refused: true };
  for (const face of faces) {
    story.state(trace, { face, ...visitor });
    story.details(trace, {}, { face, ...visitor });
    story.files(trace, [story.fileOf(trace)], { face, ...visitor });
    story.act(trace, {}, { face, ...visitor });
  }
  const found = story.choices.sharesOrganization ? {} : { found: [] };
  story.search({ word: "amber" }, {}, { actor: "second", ...found });
  around(story, trace, () => undefined);
}

function crowds(story: Story): void {
  const trace = story.create();
  story.together(() => {
    story.state(trace);
    for (const key of ["a", "b", "c"]) story.act(trace, { members: { [key]: key } });
    story.details(trace);
    story.act(trace, { members: { last: true } }, { face: "legacy" });
    story.state(trace, { face: "legacy" });
  });
  around(story, trace, () => undefined);
}

/** Actions that bring no data, and so no marker, between others. */
function silence(story: Story): void {
  const trace = story.create({ members: { word: "Amber" } });
  for (const face of faces) {
    story.details(trace, {}, { face });
    story.act(trace, { data: {}, files: [`${face}.txt:of ${face}`] }, { face });
    story.details(trace, {}, { face });
    story.state(trace, { face });
    story.act(trace, { members: { face } }, { face });
  }
  around(story, trace, () => undefined);
}

export const lives: { readonly [title: string]: (story: Story) => void } = {
  "an everyday life": everyday,
  refusals,
  pages,
  likeness,
  files,
  searches,
  "visits of a second user": visits,
  crowds,
  "actions without data": silence,
};
