/** Archives and single files. */
import { faces } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { ReceivedResponse } from "../../../spec/vocabulary/history.ts";
import { bytesAnswer, entryOf, jsonAnswer, zipAnswer } from "../support/answers.ts";
import type { How, Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { answers, bytes, entries, last, links, zipError, type HistoryFault } from "../support/history-faults.ts";

/** Two actions with files of the same name, an empty one and a third, asked for together. */
function archives(story: Story): void {
  const trace = story.create({ files: ["same.txt:first", "empty.txt:"] });
  const action = story.act(trace, { files: ["same.txt:second", "b.txt:third"] });
  const wanted = [story.fileOf(trace), story.fileOf(trace, 1), story.fileOf(action)];
  for (const face of faces) story.files(trace, wanted, { face });
}

function singles(story: Story): void {
  const trace = story.create({ files: ["first", ""] });
  story.details(trace);
  story.file(trace, story.fileOf(trace));
  story.file(trace, story.fileOf(trace, 1));
  story.file(trace, story.fileOf(trace));
}

/** What a redirect led to. */
const led = (response: ReceivedResponse): ReceivedResponse => ({
  ...response,
  redirected: { hops: [{ status: 302, to: "https://store.example/…" }] },
});

const almost = (middle: string): string => `${"a".repeat(1_024)}${middle}${"z".repeat(1_024)}`;

/** An action without data, by which nobody could tell its link. */
function withFilesAlone(story: Story): void {
  const trace = story.create({ files: ["first"] });
  story.act(trace, { data: {}, files: ["second"] });
  story.details(trace);
}

function almostTheSame(story: Story): void {
  const trace = story.create({ files: [almost("1"), almost("2")] });
  story.details(trace);
  story.file(trace, story.fileOf(trace));
  story.file(trace, story.fileOf(trace, 1));
}

function foreign(story: Story): void {
  const trace = story.create({ files: ["own"] });
  const other = story.create({ files: ["foreign"] });
  story.files(trace, [story.fileOf(other)]);
  story.files(trace, [story.fileOf(other)], { face: "legacy" });
  story.file(trace, story.fileOf(other));
}

/** By way of a trace that has no file of its own. */
function throughEmptyTrace(story: Story): void {
  const trace = story.create();
  const other = story.create({ files: ["foreign"] });
  story.files(trace, [story.fileOf(other)]);
  story.file(trace, story.fileOf(other));
}

/** The same bytes came with a refused action before. */
function attachedAfterRefusal(story: Story): void {
  const trace = story.create();
  const wrong = { defects: [{ where: "field", member: "workflowId", what: "replaced" }] } as const;
  story.act(trace, { files: ["again"] }, wrong);
  const action = story.act(trace, { files: ["again"] }, { traits: ["file.sent-before"] });
  story.file(trace, story.fileOf(action));
}

function emptyOne(story: Story): void {
  const trace = story.create({ files: [""] });
  story.file(trace, story.fileOf(trace));
}

/** A list of an own file and a foreign one. */
function mixed(story: Story): void {
  const trace = story.create({ files: ["own"] });
  const other = story.create({ files: ["foreign"] });
  story.files(trace, [story.fileOf(trace), story.fileOf(other)]);
}

/** The link names a file, and who read it asks for it twice by the digest alone. */
function named(story: Story): void {
  const trace = story.create({ files: ["permit"] });
  story.details(trace);
  const { digest } = story.fileOf(trace);
  for (const face of faces)
    for (let time = 0; time < 2; time++) story.files(trace, [{ digest, shown: true }], { face });
  for (let time = 0; time < 2; time++) story.file(trace, { digest, shown: true });
}

/** As `named`, but the first answer comes before the document is written. */
function writtenLater(story: Story): void {
  const trace = story.create({ files: ["permit"] });
  story.details(trace);
  const { digest } = story.fileOf(trace);
  story.file(trace, { digest, shown: true }, { answer: jsonAnswer({}, 404) });
  story.file(trace, { digest, shown: true });
}

/** Between two archives that hold the same. */
function namedAndArchived(story: Story): void {
  const trace = story.create({ files: ["permit"] });
  story.details(trace);
  const { digest } = story.fileOf(trace);
  story.files(trace, [{ digest, shown: true }], { face: "v2" });
  story.file(trace, { digest, shown: true });
  story.files(trace, [{ digest, shown: true }], { face: "legacy" });
}

const noTrace = { id: "12345678-1234-4234-8234-123456789abc", index: 0 };
const ofNoTrace: How = {
  defects: [
    { where: "path", what: "unknown-trace" },
    { where: "path", what: "unknown-digest" },
  ],
};

const ownEntry = entryOf({ name: "0.txt", bytes: Buffer.from("own") });
const foreignEntry = entryOf({ name: "foreign.txt", bytes: Buffer.from("foreign") });
const strange = entryOf({ name: "strange.txt", bytes: Buffer.from("strange") });

function of(requirement: RequirementId, title: string, accept: (story: Story) => void, reject: HistoryFault): Kill {
  return { requirement, title, accept, reject };
}

export const fileKills: readonly Kill[] = [
  of("FILE-04", "a file that a link names is not given out", named, last("file", answers(jsonAnswer({}, 404)))),
  of("FILE-04", "nor in an archive", named, last("files", answers(jsonAnswer({}, 404)), "legacy")),
  of("FILE-04", "nor once it could be written", writtenLater, last("file", answers(jsonAnswer({}, 404)))),
  of(
    "FILE-04",
    "a file that a link names is another one than in the archives",
    namedAndArchived,
    last("file", answers(bytesAnswer(Buffer.from("another")))),
  ),
  of(
    "FILES-01",
    "the v2 archive is the file itself",
    archives,
    last("files", answers(bytesAnswer(Buffer.from("first"))), "v2"),
  ),
  of(
    "FILES-02",
    "the legacy archive is JSON",
    archives,
    last("files", answers(bytesAnswer(Buffer.from("[]"), 200, "application/json")), "legacy"),
  ),
  of(
    "FILES-03",
    "the archive lacks a file",
    archives,
    last(
      "files",
      entries((all) => all.slice(1)),
    ),
  ),
  of(
    "FILES-03",
    "the archive is empty",
    archives,
    last(
      "files",
      entries(() => []),
    ),
  ),
  of(
    "FILES-04",
    "the archive holds all files of the trace",
    archives,
    last(
      "files",
      entries((all) => [...all, strange]),
    ),
  ),
  of(
    "FILES-04",
    "the archive holds a file twice",
    archives,
    last(
      "files",
      entries((all) => [...all, ...all]),
    ),
  ),
  of(
    "FILES-04",
    "a list of an unknown digest brings a file of the trace",
    (story) => {
      archives(story);
      const trace = story.create({ files: ["own"] });
      story.files(trace, [{ digest: "' OR '1'='1" }], { defects: [{ where: "path", what: "unknown-digest" }] });
    },
    last("files", answers(zipAnswer([ownEntry]))),
  ),
  of(
    "FILES-04",
    "a trace that does not exist brings a file",
    (story) => {
      archives(story);
      story.files(noTrace, [{ digest: "no-such-digest" }], ofNoTrace);
    },
    last("files", answers(zipAnswer([ownEntry]))),
  ),
  of(
    "FILE-03",
    "a trace that does not exist brings a file",
    (story) => void story.file(noTrace, { digest: "no-such-digest" }, ofNoTrace),
    last("file", bytes("x")),
  ),
  of(
    "FILES-05",
    "the archive holds other bytes",
    archives,
    last(
      "files",
      entries(([, ...all]) => [strange, ...all]),
    ),
  ),
  of(
    "FILES-06",
    "the archive has a wrong checksum",
    archives,
    last("files", zipError("entry has a wrong checksum (CRC)")),
  ),
  of(
    "FILES-07",
    "the archive holds the files of one action alone",
    archives,
    last(
      "files",
      entries((all) => all.slice(0, 2)),
    ),
  ),
  of(
    "FILES-08",
    "the archive gives out a file of another trace",
    foreign,
    last("files", answers(zipAnswer([foreignEntry])), "v2"),
  ),
  of(
    "FILES-08",
    "the legacy archive gives out a file of another trace",
    foreign,
    last("files", answers(zipAnswer([foreignEntry])), "legacy"),
  ),
  of("FILES-11", "a mixed list is answered with what belongs", mixed, last("files", answers(zipAnswer([ownEntry])))),
  of(
    "FILES-09",
    "one of two files of the same name is lost",
    archives,
    last(
      "files",
      entries((all) => all.slice(0, 2)),
    ),
  ),
  of(
    "FILES-10",
    "an entry climbs out of its folder",
    archives,
    last(
      "files",
      entries((all) => all.map((entry) => ({ ...entry, name: "../../etc/passwd" }))),
    ),
  ),
  of(
    "FILES-10",
    "an entry has an absolute name",
    archives,
    last(
      "files",
      entries((all) => all.map((entry) => ({ ...entry, name: "/tmp/x" }))),
    ),
  ),
  of("FILE-01", "the file has other bytes", singles, last("file", bytes("First"))),
  of(
    "FILE-01",
    "a redirect leads to a page on which people sign in",
    singles,
    last("file", answers(led(bytesAnswer(Buffer.from("<title>Sign in</title>"), 200, "text/html")))),
  ),
  of("FILE-01", "a redirect leads to nothing", singles, last("file", answers(led(bytesAnswer(Buffer.of(), 404))))),
  of(
    "FILE-01",
    "of two files that differ in the middle one is served for both",
    almostTheSame,
    last("file", bytes(almost("1"))),
  ),
  of("FILE-02", "a file of another trace is served", foreign, last("file", bytes("foreign"))),
  of("FILE-02", "a trace without files serves that of another", throughEmptyTrace, last("file", bytes("foreign"))),
  of(
    "FILES-08",
    "a trace without files gives out that of another in an archive",
    throughEmptyTrace,
    last("files", answers(zipAnswer([foreignEntry]))),
  ),
  of(
    "FILE-01",
    "what came with a refused action before is not served",
    attachedAfterRefusal,
    last("file", (exchange) => answers(jsonAnswer({ error: "no such file", data: null }, 404))(exchange)),
  ),
  of(
    "FILE-03",
    "a digest of nothing is served",
    (story) => {
      const trace = story.create({ files: ["x"] });
      story.file(trace, { digest: "no-such-digest" });
    },
    last("file", bytes("x")),
  ),
  of(
    "FILE-04",
    "a link shows one digest for two files",
    singles,
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, files: [] }))),
    ),
  ),
  of(
    "FILE-04",
    "a link shows a wrong digest",
    singles,
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, files: [{ digest: "a" }, { digest: "b" }] }))),
    ),
  ),
  of(
    "FILE-04",
    "files that come without data are named nowhere",
    withFilesAlone,
    last(
      "details",
      links((all) => all.map((link, at) => (at === 0 ? link : { ...link, files: [] }))),
    ),
  ),
  of("FILE-05", "an empty file comes back with a line end", emptyOne, last("file", bytes("\n"))),
  of(
    "FILE-05",
    "an empty file is lost from the archive",
    archives,
    last(
      "files",
      entries((all) => all.filter(({ size }) => size > 0)),
    ),
  ),
  of("FILE-06", "a file changes between two downloads", singles, last("file", bytes("later"))),
];
