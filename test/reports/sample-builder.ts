/** Builds sample results with the real collector from the real requirement register. */
import {
  ResultCollector,
  type FinishOptions,
  type ReportedExchange,
  type SequenceResult,
  type Results,
} from "../../reports/results/index.ts";
import { operationById, operations, type OperationId } from "../../spec/operations.ts";
import { requirementById, requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";

const traceId = "5f0c2b6e-8f0d-4a39-9a55-0d9f3f1f2a10";

export const base: FinishOptions = {
  suite: { version: "0.1.0", specDigest: "9f2c6a0e5d3b".padEnd(64, "0") },
  environment: { name: "preprod", baseUrl: "https://traces.preprod.example", access: "read-write" },
  runId: "2026-05-04T03-00-00Z-preprod",
  seed: 4071,
  depth: "standard",
  startedAt: "2026-05-04T03:00:00.000Z",
  durationMs: 12_437,
  tracesCreated: 143,
  openPoints: [
    {
      id: "digest-list-query",
      question: "Which query parameter carries the list of digests, and how is a list written?",
    },
    { id: "link-data", question: "Where does the data of an action appear in its link?" },
    { id: "state-data", question: "Where and how does the data of the actions appear in the state?" },
    { id: "link-order", question: "In which order are links given?" },
    { id: "search-lag", question: "How long after a write does a search find it?" },
    {
      id: "search-keys",
      question: "Which keys and values do search filters match?",
      remedy: "openPoints: { search-keys: { path: [data], join: dotted, inner: dotted } }",
    },
    { id: "no-token", question: "How does the target answer without a token?" },
  ],
  profile: {
    readings: {
      "digest-list-query": {
        value: { name: "digests", style: "repeat" },
        evidence: "`?digests=a&digests=b` brought an archive with both files; `digests=a,b` was refused with 400.",
      },
      "link-data": {
        value: { path: ["data"], encoding: "json", exact: true },
        evidence: "The marker sent in the action's data stood at `data` of its link.",
        pinned: true,
        drift: "The configuration pins `payload.data`; the marker stood at `data`.",
      },
      "state-data": {
        value: { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
        evidence: "After {a:1,b:{x:1}} and {b:{y:2}} the state showed {a:1,b:{y:2}} at `data`.",
      },
      "link-order": { value: { order: "oldest-first" }, evidence: "Three actions came back in the order of sending." },
      "search-lag": {
        value: { ms: 240 },
        evidence: "A new trace was found 240 ms after its creation, at the third attempt.",
      },
      "search-keys": {
        evidence: "No spelling of the marker's key brought the trace; the searches were answered with [].",
      },
      "no-token": { value: { refused: true, status: 401 }, evidence: "GET /v2/traces/…/state without a header: 401." },
    },
  } satisfies Profile,
};

const stepFor = (id: OperationId): OperationStep => {
  const { kind, face } = operationById(id);
  if (kind === "state") return { op: "state", face, trace: "$t" };
  if (kind === "details") return { op: "details", face, trace: "$t", page: { first: 2 } };
  if (kind === "search") return { op: "search", face, filters: { claim: "C-17" } };
  if (kind === "workflows") return { op: "workflows", face };
  if (kind === "file") return { op: "file", face, trace: "$t", digest: "$t.0" };
  if (kind === "files") return { op: "files", face, trace: "$t", digests: [{ allOf: "$t" }] };
  if (kind === "create") return { op: "create", face, data: { claim: "C-17" } };
  if (kind === "act") return { op: "act", face, trace: "$t", data: { amount: 12.5 } };
  return { op: "login", face, method: kind === "login-credential" ? "credential" : "private-key" };
};

function sampleScript(id: OperationId, name = "scenarios/sample"): Script {
  const create: OperationStep = {
    op: "create",
    face: "v2",
    as: "t",
    data: { claim: "C-17", lines: [{ sku: "a", count: 2 }] },
    files: [{ partName: "photo", fileName: "photo.jpg", content: { bytes: 600, seed: 1 } }],
  };
  return { id: `${name}/${id}`, title: `Creates a trace, then calls ${id}`, steps: [create, stepFor(id)] };
}

function sampleExchange(id: OperationId, index: number, more: Partial<ReportedExchange> = {}): ReportedExchange {
  const { method, path, face } = operationById(id);
  const filled = path.replace("{traceId}", traceId).replaceAll(/\{\w+\}/g, "claims");
  return {
    index,
    step: String(index),
    startedAt: "2026-05-04T03:00:01.250Z",
    operation: id,
    face,
    method,
    path: filled,
    requestHeaders: { authorization: "Bearer «redacted»", accept: "application/json" },
    ...(method === "POST" ? { requestBody: '{"error":null,"data":{"first":2}}' } : {}),
    status: 200,
    responseHeaders: { "content-type": "application/json; charset=utf-8", date: "Mon, 04 May 2026 03:00:01 GMT" },
    responseBody: '{"error":null,"data":{"state":{"data":{"claim":"C-17","lines":[{"sku":"a","count":2}]}}}}',
    responseBytes: 92,
    durationMs: 11.8,
    curl: `curl -sS -X ${method} 'https://traces.preprod.example${filled}' -H "Authorization: Bearer $TRACE_TOKEN"`,
    ...more,
  };
}

export interface SampleFailure {
  readonly requirement: RequirementId;
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly operation?: OperationId;
  readonly exchange?: Partial<ReportedExchange>;
  readonly title?: string;
}

export interface SampleOptions extends Partial<FinishOptions> {
  readonly failures?: readonly SampleFailure[];
  readonly unjudged?: readonly RequirementId[];
  readonly errors?: readonly { readonly requirement?: RequirementId; readonly message: string }[];
  readonly slow?: number;
}

/** Results in which every requirement passes but those that the options name. */
export function sampleResults({
  failures = [],
  unjudged = [],
  errors = [],
  slow = 1,
  ...more
}: SampleOptions = {}): Results {
  const collector = new ResultCollector();
  const silent = new Set<string>([...unjudged, ...failures.map((failure) => failure.requirement)]);
  for (const requirement of requirements.filter((candidate) => !silent.has(candidate.id))) {
    const judgement: Judgement = { requirement: requirement.id, outcome: "passed", exchanges: [0] };
    const [first = "v2TraceState"] = requirement.operations;
    const judgements = Array.from({ length: 3 + (requirement.statement.length % 40) }, () => judgement);
    collector.add({ script: sampleScript(first), judgements, exchangesOf: () => [] });
  }
  failures.forEach((failure, at) => addFailure(collector, failure, at));
  errors.forEach((error) => collector.addError(error));
  addSamples(collector, slow);
  return collector.finish({ ...base, ...more });
}

function addFailure(collector: ResultCollector, failure: SampleFailure, at: number): void {
  const [fallback = "v2TraceState"] = requirementById(failure.requirement).operations;
  const operationId = failure.operation ?? fallback;
  const { message, expected, actual } = failure;
  const judgement: Judgement = {
    requirement: failure.requirement,
    outcome: "failed",
    message,
    ...("expected" in failure ? { expected } : {}),
    ...("actual" in failure ? { actual } : {}),
    operationId,
    face: operationById(operationId).face,
    exchanges: [1, 0],
  };
  const script = sampleScript(operationId, `scenarios/sample-${at}`);
  const exchangesOf = (): ReportedExchange[] => [
    sampleExchange(operationId, 1, failure.exchange),
    sampleExchange("v2CreateTrace", 0, {
      requestBody:
        'multipart/form-data\n  traceInput = {"claim":"C-17","lines":[{"sku":"a","count":2}]}\n  file photo "photo.jpg" 600 bytes',
      responseBody: `{"error":null,"data":"${traceId}"}`,
    }),
  ];
  const sequenceOf = (): SequenceResult => sampleSequence(operationId);
  collector.add({
    script: failure.title ? { ...script, title: failure.title } : script,
    judgements: [judgement],
    exchangesOf,
    sequenceOf,
  });
}

/** Three branches at the same time before the exchange that fails, which is the second of those that are reported. */
function sampleSequence(operation: OperationId): SequenceResult {
  const exchange = (index: number, step: string, sentMs: number): SequenceResult["exchanges"][number] => ({
    ...{ index, step, sentMs, durationMs: 20, outcome: "200" },
    operation: index === 0 ? "v2CreateTrace" : operation,
  });
  const branches = ["1.0.0", "1.1.0", "1.2.0"].map((step, at) => exchange(2 + at, step, 50 + at));
  return { total: 9, exchanges: [exchange(0, "0", 0), exchange(1, "0", 25), ...branches] };
}

/** Latencies that look like a real service: a bulk, a tail, a few refusals. */
function addSamples(collector: ResultCollector, slow: number): void {
  const startMs = Date.parse(base.startedAt);
  let state = 17;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const [at, operation] of operations.entries()) {
    const middle = (4 + ((at * 7) % 23)) * slow;
    for (let n = 0; n < 60 + ((at * 53) % 240); n++) {
      const ms = middle * Math.exp((random() + random() + random() - 1.5) * 1.4) * (random() > 0.97 ? 8 : 1);
      const refused = operation.bearer ? 401 : 403;
      const outcome = random() > 0.9 ? (random() > 0.5 ? refused : 404) : random() > 0.998 ? "timeout" : 200;
      collector.addOperationSample(operation.id, operation.face, outcome, ms);
      // Most is sent at once, again and again.
      const sentAtMs = startMs + ((n * 7) % 60) * 200 + random() * 60;
      collector.addToTimeline({ sentAtMs, latencyMs: ms, troubled: outcome === "timeout" });
    }
  }
}
