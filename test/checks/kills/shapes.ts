/** Status, content type, envelope and schema of successful responses. */
import { operations, type OperationId, type OperationKind } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { bytesAnswer, jsonAnswer } from "../support/answers.ts";
import { everyday } from "../support/everyday.ts";
import type { Kill } from "../support/kill.ts";
import {
  answers,
  at,
  document,
  header,
  info,
  last,
  members,
  payload,
  status,
  type Change,
} from "../support/history-faults.ts";

const uuid = "6f1d2c3b-0000-4000-8000-000000000000";

function shapeFault(requirement: RequirementId, title: string, operationId: OperationId, change: Change): Kill {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new Error(operationId);
  return { requirement, title, accept: everyday, reject: last(operation.kind, change, operation.face) };
}

/** A payload of another type, for each operation that answers JSON. */
const shapes: readonly (readonly [RequirementId, OperationId, Change])[] = [
  ["LOGIN-01", "v2LoginCredential", members({ token: 1 })],
  ["LOGIN-02", "v2LoginPrivateKey", members({ token: undefined })],
  ["LOGIN-03", "legacyLoginCredential", members({ token: null })],
  ["CREATE-01", "v2CreateTrace", payload(() => "trace-1")],
  ["CREATE-02", "legacyCreateTrace", payload((id) => ({ id }))],
  ["ACT-01", "v2AppendAction", payload(() => 17)],
  ["ACT-02", "legacyAppendAction", payload(() => ({ state: [] }))],
  ["DETAILS-01", "v2TraceDetails", members({ links: undefined })],
  ["DETAILS-01", "v2TraceDetails", members({ totalCount: 2.5 })],
  ["DETAILS-01", "v2TraceDetails", members({ info: undefined })],
  ["DETAILS-02", "legacyTraceDetails", members({ totalCount: "3" })],
  ["STATE-01", "v2TraceState", members({ state: null })],
  ["STATE-02", "legacyTraceState", payload(() => ({}))],
  ["SEARCH-01", "v2SearchTraces", payload(() => ["trace-1"])],
  ["SEARCH-02", "legacySearchTraces", payload((traceIds) => ({ traceIds }))],
  ["FLOW-01", "v2ListWorkflows", payload(() => [{ workflowId: 2041, workflowName: "Claims" }])],
  ["FLOW-02", "legacyListWorkflows", payload(() => [{ workflowId: "2041" }])],
];

const envelopeless: readonly OperationKind[] = ["create", "act", "details", "state", "search", "login-credential"];

export const shapeKills: readonly Kill[] = [
  ...shapes.map(([requirement, operationId, change]) =>
    shapeFault(requirement, `${operationId} answers a payload of another shape`, operationId, change),
  ),
  shapeFault("STATUS-01", "a v2 creation succeeds with 201", "v2CreateTrace", status(201)),
  shapeFault("STATUS-01", "a v2 archive comes with 206", "v2DownloadFiles", status(206)),
  shapeFault("STATUS-02", "a legacy link succeeds with 202", "legacyAppendAction", status(202)),
  shapeFault("STATUS-03", "a state is sent as text", "v2TraceState", header("content-type", "text/plain")),
  shapeFault(
    "STATUS-03",
    "a list comes as JSON of another kind",
    "legacyListWorkflows",
    header("content-type", "application/jsonp"),
  ),
  shapeFault(
    "STATUS-04",
    "a creation answers the bare id",
    "legacyCreateTrace",
    answers(bytesAnswer(Buffer.from("a-b-c"), 200, "application/json")),
  ),
  shapeFault(
    "STATUS-04",
    "an action answers nothing",
    "v2AppendAction",
    answers(bytesAnswer(Buffer.from(""), 200, "application/json")),
  ),
  shapeFault(
    "ENV-01",
    "the envelope lacks its error",
    "v2TraceState",
    document((whole) => ({ data: (whole as { data: null }).data })),
  ),
  ...(["state", "search"] as const).map((kind): Kill => ({
    requirement: "ENV-01",
    title: `the refusal of a ${kind} that names what is not there has no envelope`,
    accept: (story) => {
      const answer = jsonAnswer({ error: { code: 13 } }, 404);
      const how = {
        answer,
        defects: [{ where: "path", what: kind === "state" ? "unknown-trace" : "unknown-workflow" }],
      } as const;
      if (kind === "state") story.state({ id: uuid, index: 0 }, { ...how, refused: true });
      else story.search({ tcMark: "none" }, {}, how);
    },
    reject: at(0, answers(jsonAnswer({ message: "unknown" }, 404))),
  })),
  {
    requirement: "ENV-01",
    title: "the refusal of who may not do an action says what others say, and has no envelope",
    accept: (story) => {
      const trace = story.create();
      const refused = (code: string) => ({ error: { code, message: "not now" }, data: null });
      story.act(trace, {}, { refused: true, answer: jsonAnswer(refused("006"), 409), traits: [unfitTraits.form] });
      const by = { actor: "user-0", traits: [unfitTraits.sender] } as const;
      story.act(trace, {}, { ...by, refused: true, answer: jsonAnswer(refused("009"), 403) });
    },
    reject: at(2, answers(jsonAnswer({ message: "a colleague's", code: "009" }, 403))),
  },
  shapeFault(
    "ENV-03",
    "the v2 list is wrapped",
    "v2ListWorkflows",
    document((data) => ({ error: null, data })),
  ),
  ...envelopeless.flatMap((kind): Kill[] => [
    {
      requirement: "ENV-01",
      title: `the v2 ${kind} answers without the envelope`,
      accept: everyday,
      reject: last(
        kind,
        document((whole) => (whole as { data: null }).data),
        "v2",
      ),
    },
    {
      requirement: "ENV-02",
      title: `the legacy ${kind} answers in an envelope`,
      accept: everyday,
      reject: last(
        kind,
        document((data) => ({ error: null, data })),
        "legacy",
      ),
    },
  ]),
  shapeFault("DETAILS-03", "hasNext is left out", "v2TraceDetails", info({ hasNext: undefined })),
  shapeFault("DETAILS-03", "hasPrevious is null", "legacyTraceDetails", info({ hasPrevious: null })),
  shapeFault("DETAILS-03", "hasNext is a text", "legacyTraceDetails", info({ hasNext: "false" })),
  shapeFault("PAGE-13", "a cursor is a number", "v2TraceDetails", info({ endCursor: 3 })),
];
