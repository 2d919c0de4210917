/** A service by hand that refuses what a function says, for what is tried again by itself. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep, Script, Step } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

export type Write = Extract<OperationStep, { op: "create" | "act" }>;

const action = (key: string, creates = false) => ({ key, groupLabel: "all", creates, appends: !creates });
export const target: JudgingTarget = {
  name: "by hand",
  access: "read-write",
  organization: "acme",
  workflows: [{ id: "1", name: "Claims", actions: [action("open", true), action("note"), action("assess")] }],
  timeoutMs: 1_000,
  searchLagMs: 0,
};

/** What the service took before, when it is asked whether it takes one more. */
export interface Before {
  /** Keys of the actions of the trace. */
  readonly done: readonly string[];
  /** What the trace and all others hold. */
  readonly onTrace: readonly string[];
  readonly anywhere: readonly string[];
  /** Who did the actions of the trace. */
  readonly senders: readonly string[];
}
/** Whether it refuses, or in which words. */
export type Refuses = (step: Write, before: Before) => boolean | string;

/**
 * A service that refuses what the function says, and everything that was exchanged with it.
 * @param next keys of the actions that each state lists as next
 */
export function serviceThat(refuses: Refuses, next?: readonly string[]) {
  const traces = new Map<string, { keys: string[]; contents: string[]; senders: string[] }>();
  const labels = new Map<string, string>();
  const exchanges: Exchange[] = [];
  const send = (step: OperationStep): Exchange => {
    if (step.op === "state") {
      const response = { status: 200, json: { value: { error: null, data: { state: { next: { all: next } } } } } };
      const shown = next ? ({ face: "v2", operationId: "v2TraceState", response } as unknown as Exchange) : undefined;
      return { ...(exchanges.at(-1) as Exchange), ...shown, intent: { kind: "state", traceId: "" } };
    }
    if (step.op !== "create" && step.op !== "act") throw new Error(`${step.op} is not asked`);
    const created = `0b7e9d0c-0000-4000-8000-${String(traces.size).padStart(12, "0")}`;
    const id = step.op === "act" ? (labels.get(String(step.trace)) ?? String(step.trace)) : created;
    if (step.op === "create" && step.as !== undefined) labels.set(`$${step.as}`, id);
    const trace = traces.get(id) ?? { keys: [], contents: [], senders: [] };
    const content = JSON.stringify(step.data);
    const anywhere = [...traces.values()].flatMap(({ contents }) => contents);
    const refused = refuses(step, { done: trace.keys, onTrace: trace.contents, anywhere, senders: trace.senders });
    const sender = step.actor ?? "first";
    if (refused === false)
      traces.set(id, {
        keys: [...trace.keys, step.action ?? ""],
        contents: [...trace.contents, content],
        senders: [...trace.senders, sender],
      });
    const { face } = step;
    const success = step.op === "act" && face === "legacy" ? { state: {} } : id;
    const value =
      refused !== false
        ? { error: refused === true ? "no" : refused }
        : face === "v2"
          ? { error: null, data: success }
          : success;
    const exchange = {
      index: exchanges.length,
      step: String(exchanges.length),
      operationId: `${face}${step.op === "create" ? "CreateTrace" : "AppendAction"}`,
      face,
      actor: sender,
      intent: {
        kind: step.op,
        ...(step.op === "act" ? { traceId: id } : {}),
        ...{ workflow: step.workflow, actionKey: step.action, groupLabel: "all", data: step.data },
        ...(step.markerAt ? { markerAt: step.markerAt } : {}),
        files: (step.files ?? []).map(({ partName, fileName }) => ({ partName, fileName })),
      },
      defects: [],
      traits: [],
      sentAtMs: 2 * exchanges.length,
      receivedAtMs: 2 * exchanges.length + 1,
      response: { status: refused === false ? 200 : 400, json: { value } },
    } as unknown as Exchange;
    exchanges.push(exchange);
    return exchange;
  };
  const run = (_title: string, steps: Script["steps"]) =>
    Promise.resolve(steps.map((step) => send(step as OperationStep)));
  return { send, exchanges, asker: { target, runId: "run", run } };
}

/** What is asked of the service, and in which scripts, once these actions were sent: the first creates the trace of the others. */
export async function scriptsAfter(
  keys: readonly string[],
  refuses: Refuses,
  ask: (asker: Pick<ProbeContext, "run" | "runId" | "target" | "histories">, profile: Profile) => Promise<void>,
): Promise<readonly (readonly Step[])[]> {
  const { send, exchanges, asker } = serviceThat(refuses);
  for (const [at, key] of keys.entries()) {
    const data = { tcRun: "run", tcMark: `m${String(at)}`, at };
    const common = { face: "v2", workflow: 0, action: key, data } as const;
    send(at === 0 ? { op: "create", as: "t", ...common } : { op: "act", trace: "$t", ...common });
  }
  const scripts: (readonly Step[])[] = [];
  const run = (_: string, steps: readonly Step[]) => {
    scripts.push(steps);
    return Promise.resolve([]);
  };
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges, unsent: [] }];
  await ask({ ...asker, target, run, histories } as unknown as ProbeContext, { readings: {} });
  return scripts;
}

export const input = (key: string, data: object = { number: Math.random() }) =>
  ({ workflow: 0, action: key, data }) as Pick<Write, "workflow" | "action" | "data">;
