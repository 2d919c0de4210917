/** A user of a separate organization. */
import type { OperationKind } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { entryOf, zipAnswer } from "../support/answers.ts";
import type { How, Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { answers, bytes, last, refusedWithTheMarker, succeedsWith, type Change } from "../support/history-faults.ts";

const stranger: How = { actor: "second", refused: true };

/** A trace of the first user, and everything that the second tries. */
function intrusion(story: Story): void {
  const trace = story.create({ files: ["x"] });
  const file = story.fileOf(trace);
  story.state(trace, stranger);
  story.details(trace, {}, stranger);
  story.files(trace, [file], stranger);
  story.file(trace, file, stranger);
  story.act(trace, {}, stranger);
  story.search({ tcMark: story.marker, tcRun: "run" }, {}, { actor: "second", found: [] });
  story.details(trace);
}

const page = { links: [], totalCount: 1, info: { hasNext: false, hasPrevious: false } };
const uuid = "12345678-1234-4234-8234-123456789abc";
const archive = answers(zipAnswer([entryOf({ name: "x", bytes: Buffer.from("x") })]));

const intrusions: readonly (readonly [RequirementId, OperationKind, Change])[] = [
  ["ISO-01", "state", succeedsWith({ state: { data: {} } })],
  ["ISO-02", "details", succeedsWith(page)],
  ["ISO-03", "files", archive],
  ["ISO-03", "file", bytes("x")],
  ["ISO-04", "act", succeedsWith(uuid)],
  ["ISO-05", "search", succeedsWith(["aaaaaaa1-0000-4000-8000-00000000000a"])],
];

export const isolationKills: readonly Kill[] = [
  ...intrusions.map(([requirement, kind, change]) => ({
    requirement,
    title: `a stranger's ${kind} succeeds`,
    accept: intrusion,
    reject: last(kind, change, "v2", kind === "details" ? 1 : 0),
  })),
  {
    requirement: "ISO-01",
    title: "a stranger is refused the state, with the state beside the error",
    accept: intrusion,
    reject: refusedWithTheMarker("state", "v2"),
  },
];
