/** Which of the digests that links show belongs to which file, where they do not follow from the content. */
import { expect, test } from "vitest";
import { digestsByPosition } from "../../driver/steps/match-digests.ts";
import type { Json } from "../../spec/json.ts";

const file = { partName: "a", fileName: "note.txt", size: 1, sha256: "s", contentType: "text/plain" };
const action = (sentAtMs: number, receivedAtMs: number, marker?: string) => ({
  files: [file],
  sentAtMs,
  receivedAtMs,
  ...(marker === undefined ? {} : { marker }),
});
const link = (digest: string, data: Json = {}) => ({
  container: { data, files: [{ name: "note.txt", digest }] },
  digests: [digest],
});

test("actions one after the other have the links of their places", () => {
  const actions = [action(0, 1), action(2, 3), action(4, 5)];
  const links = [link("D0"), link("D1"), link("D2")];
  expect(digestsByPosition(actions, links, "links", "oldest-first")).toEqual([["D0"], ["D1"], ["D2"]]);
  expect(digestsByPosition(actions, links, "links", "newest-first")).toEqual([["D2"], ["D1"], ["D0"]]);
});

test("of actions at the same time each has the link that shows its marker, and those without look alike", () => {
  const actions = [action(0, 1), action(2, 9), action(3, 8, "M"), action(4, 7), action(10, 11)];
  const links = [link("D0"), link("D1"), link("D2"), link("D3", { m: "M" }), link("D4")];
  expect(digestsByPosition(actions, links, "links", "oldest-first")).toEqual([
    ["D0"],
    [undefined],
    ["D3"],
    [undefined],
    ["D4"],
  ]);
});

test("the only one without a marker has the link that is left", () => {
  const actions = [action(0, 1), action(2, 9, "M"), action(3, 8)];
  const links = [link("D0"), link("D1"), link("D2", { m: "M" })];
  expect(digestsByPosition(actions, links, "links", "oldest-first")).toEqual([["D0"], ["D2"], ["D1"]]);
});

test("in a state those of actions at the same time are told by their names alone", () => {
  const named = (fileName: string) => ({ ...file, fileName });
  const entry = (name: string, digest: string) => ({ name, digest });
  const state = (entries: readonly { readonly name: string; readonly digest: string }[]) => ({
    container: { files: [...entries] },
    digests: entries.map(({ digest }) => digest),
  });
  const shown = [
    state([entry("note.txt", "D0"), entry("note.txt", "D2"), entry("note.txt", "D1"), entry("own.txt", "D3")]),
  ];
  const apart = [action(0, 1), action(2, 3), action(4, 5), action(6, 7)].map(({ files: _, ...times }, at) => ({
    ...times,
    files: [named(at === 3 ? "own.txt" : "note.txt")],
  }));
  expect(digestsByPosition(apart, shown, "state", "unknown")).toEqual([["D0"], ["D2"], ["D1"], ["D3"]]);
  const together = apart.map((one, at) => (at === 0 ? one : { ...one, sentAtMs: 2, receivedAtMs: 9 }));
  expect(digestsByPosition(together, shown, "state", "unknown")).toEqual([["D0"], [undefined], [undefined], ["D3"]]);
});

test("a link that names the files of another action is not taken for one whose own link shows none", () => {
  const named = (name: string, digest?: string) => ({
    container: { files: digest === undefined ? [] : [{ name, digest }] },
    digests: digest === undefined ? [] : [digest],
  });
  const sent = (fileName: string, sentAtMs: number) => ({
    ...action(sentAtMs, sentAtMs + 1),
    files: [{ ...file, fileName }],
  });
  const actions = [sent("one.txt", 0), sent("two.txt", 2)];
  // A link of the service's own stands between them.
  const links = [named("one.txt"), named("receipt"), named("two.txt", "D2")];
  expect(digestsByPosition(actions, links, "links", "oldest-first")).toEqual([[undefined], ["D2"]]);
  expect(digestsByPosition(actions, links.slice(1), "links", "oldest-first")).toEqual([[undefined], ["D2"]]);
  expect(digestsByPosition(actions, links.slice(1).toReversed(), "links", "oldest-first")).toEqual([
    [undefined],
    [undefined],
  ]);
});

test("files of one name have the digests beside it in their order, wherever the others stand", () => {
  const files = ["note.txt", "same.txt", "same.txt", "first.txt"].map((fileName, at) => ({
    ...file,
    fileName,
    partName: String(9 - at),
    sha256: String(at),
  }));
  const order = ["first.txt", "same.txt", "same.txt", "note.txt"];
  const shown = {
    container: { files: order.map((name, at) => ({ name, digest: `D${String(at)}` })) },
    digests: ["D0", "D1", "D2", "D3"],
  };
  const actions = [{ files, sentAtMs: 0, receivedAtMs: 1 }];
  expect(digestsByPosition(actions, [shown], "links", "oldest-first")).toEqual([["D3", "D1", "D2", "D0"]]);
});

test("digests that are the keys of an object stand in any order, so that equal names tell nothing", () => {
  const two = [{ files: ["same.txt", "same.txt", "own.txt"].map((fileName) => ({ ...file, fileName })) }];
  const names = { D1: "same.txt", D2: "own.txt", D3: "same.txt" };
  const keyed = { container: { files: names }, digests: Object.keys(names) };
  expect(digestsByPosition(two, [keyed], "links", "oldest-first")).toEqual([[undefined, undefined, "D2"]]);
  const entries = Object.entries(names).map(([digest, name]) => ({ digest, name }));
  const listed = { container: { files: entries }, digests: keyed.digests };
  expect(digestsByPosition(two, [listed], "links", "oldest-first")).toEqual([["D1", "D3", "D2"]]);
});

test("a name of which the end is kept, or before which a number stands, tells the digest, in whatever order it stands", () => {
  const names = ["../up.css", "a/b/c.txt", "same.txt", "same.txt"];
  const files = names.map((fileName, at) => ({
    ...file,
    fileName,
    partName: `part-${String(at)}`,
    sha256: String(at),
  }));
  const actions = [{ files, sentAtMs: 0, receivedAtMs: 1 }];
  const shownAs = (kept: (name: string, at: number) => string) => {
    const entries = names.map(
      (name, at) =>
        [`${String(10 - at)}:part-${String(at)}`, { name: kept(name, at), digest: `D${String(at)}` }] as const,
    );
    return { container: { files: Object.fromEntries(entries.toReversed()) }, digests: ["D3", "D2", "D1", "D0"] };
  };
  const expected = [["D0", "D1", "D2", "D3"]];
  expect(digestsByPosition(actions, [shownAs(() => "")], "links", "oldest-first")).toEqual(expected);
  expect(
    digestsByPosition(actions, [shownAs((name) => name.slice(name.lastIndexOf("/") + 1))], "links", "oldest-first"),
  ).toEqual(expected);
});

test.each<[string, readonly string[], readonly Record<string, string>[], readonly (string | undefined)[]]>([
  [
    "of two files that end alike",
    ["a.pdf/scan.pdf", "b/scan.pdf"],
    [{ title: "x" }, { title: "2-scan.pdf" }],
    ["D0", "D1"],
  ],
  [
    "beside addresses and types",
    ["one.txt", "plain"],
    [{ url: "/v2/one", mime: "text/plain" }, { url: "/v2/file" }],
    ["D0", "D1"],
  ],
  ["behind other words", ["README", "NOTES"], [{ name: "1" }, { name: "copy of README" }], ["D0", "D1"]],
])("ends %s tell nothing", (_, names, entries, expected) => {
  const files = names.map((fileName) => ({ ...file, fileName, partName: "file", sha256: fileName }));
  const container = { files: entries.map((entry, at) => ({ ...entry, digest: `D${String(at)}` })) };
  const shown = { container, digests: entries.map((_entry, at) => `D${String(at)}`) };
  const actions = [{ files, sentAtMs: 0, receivedAtMs: 1 }];
  expect(digestsByPosition(actions, [shown], "links", "oldest-first")).toEqual([expected]);
});

test("a digest that a name gives to one file is not that of another one by its place", () => {
  const files = ["one.txt", "two.txt"].map((fileName) => ({ ...file, fileName, sha256: fileName, partName: "p" }));
  const container = {
    files: [
      { name: "other", digest: "D1" },
      { name: "one.txt", digest: "D2" },
    ],
  };
  const actions = [{ files, sentAtMs: 0, receivedAtMs: 1 }];
  const shown = { container, digests: ["D1", "D2"] };
  expect(digestsByPosition(actions, [shown], "links", "oldest-first")).toEqual([["D2", undefined]]);
});
