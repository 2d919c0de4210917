/** Plain requests that are refused. */
import type { Face, OperationKind } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { jsonAnswer } from "../support/answers.ts";
import { everyday } from "../support/everyday.ts";
import type { Kill } from "../support/kill.ts";
import { document, last, status } from "../support/history-faults.ts";

const refusals: readonly (readonly [RequirementId, OperationKind, Face, number, number?])[] = [
  ["REFUSE-03", "state", "v2", 404],
  ["REFUSE-03", "files", "legacy", 400],
  ["REFUSE-03", "file", "v2", 500],
  ["REFUSE-03", "search", "legacy", 403],
  ["REFUSE-03", "workflows", "v2", 404],
  ["CREATE-03", "create", "v2", 422],
  ["CREATE-04", "create", "legacy", 400],
  ["CREATE-06", "create", "v2", 413],
  ["ACT-03", "act", "v2", 400],
  ["ACT-03", "act", "v2", 409],
  ["ACT-04", "act", "legacy", 415],
  ["ACT-07", "act", "v2", 500],
  ["DETAILS-04", "details", "v2", 400],
  ["DETAILS-05", "details", "legacy", 400],
  ["CREATE-08", "state", "legacy", 404],
  ["CREATE-08", "details", "v2", 404],
  ["LOGIN-09", "login-credential", "legacy", 401],
  ["LOGIN-10", "login-private-key", "v2", 401],
  ["AUTH-31", "state", "v2", 401],
  ["AUTH-31", "workflows", "legacy", 401],
];

export const acceptanceKills: readonly Kill[] = [
  ...refusals.map(([requirement, kind, face, code, fromEnd]): Kill => ({
    requirement,
    title: `a plain ${kind} is answered with ${String(code)} through ${face}`,
    accept: everyday,
    reject: last(kind, status(code), face, fromEnd),
  })),
  {
    requirement: "REFUSE-03",
    title: "a plain state is refused by an error in the envelope",
    accept: everyday,
    reject: last(
      "state",
      document(() => ({ error: "no", data: null })),
      "v2",
    ),
  },
  {
    requirement: "DETAILS-04",
    title: "a page of three links is refused where pages of five are taken",
    choices: { cap: 5, beyondCap: "refused" },
    accept: (story) => {
      const trace = story.create();
      story.details(trace, { first: 5 });
      story.details(trace, { last: 6 }, { answer: jsonAnswer({ error: "five at most", data: null }, 400) });
      story.details(trace, { first: 3 });
    },
    reject: last("details", status(400), "v2"),
  },
  {
    requirement: "DETAILS-05",
    title: "a page is refused though it is within the bound that the legacy set alone has",
    choices: { legacyCap: 2, beyondCap: "refused" },
    accept: (story) => {
      const trace = story.create();
      story.details(trace, { first: 12 });
      const refusal = { answer: jsonAnswer({ error: "two at most" }, 400) };
      story.details(trace, { first: 3 }, { face: "legacy", ...refusal });
      story.details(trace, { first: 2 }, { face: "legacy" });
    },
    reject: last("details", status(400), "legacy"),
  },
  {
    requirement: "CREATE-05",
    title: "a creation without files is refused",
    accept: (story) => {
      story.create();
      story.create({}, { face: "legacy" });
    },
    reject: last("create", status(400), "legacy"),
  },
  // The very data that were taken may be refused the second time; other data, or data that nobody took, may not.
  ...(
    [
      ["CREATE-04", "where it brings other data", { data: { title: "Dawn" } }],
      ["CREATE-04", "where it brings the same data in another workflow", { workflow: 1 }],
    ] as const
  ).map(([requirement, where, other]): Kill => ({
    requirement,
    title: `a creation is refused ${where}`,
    accept: (story) => {
      story.create({ data: { title: "Dusk" } });
      story.create(
        { data: { title: "Dusk" } },
        { answer: jsonAnswer({ error: "is there", data: null }, 409), effect: false },
      );
      story.create({ data: { title: "Dusk" }, ...other }, { face: "legacy" });
    },
    reject: last("create", status(409), "legacy"),
  })),
];
