/** Writes the traces that probes look at: plain requests, which are judged like those of any suite. */
import type { Face } from "../../spec/operations.ts";
import type { ActStep, CreateStep, FileSpec, OperationStep, StateStep } from "../../spec/vocabulary/script.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { actionData, fitting, nullData, searchData, textFile } from "./bench-data.ts";
import type { Bench, KnownTrace } from "./bench.ts";
import { chooseActions } from "./choose-actions.ts";

/** Links of the long trace: more than the usual smallest default page. */
const longLinks = 12;

type Writer = Pick<ProbeContext, "target" | "runId" | "run" | "histories">;

export async function writeBench(writer: Writer): Promise<Bench> {
  const { runId } = writer;
  const chosen = chooseActions(writer.target);
  const { workflow, create, append } = chosen;
  if (!create) return { found: false, traces: [], workflow };
  const files = (...names: readonly string[]): readonly FileSpec[] => names.map((name) => textFile(runId, name));
  const createStep = (face: Face, data: JsonObject, attached: readonly FileSpec[] = []): CreateStep => ({
    op: "create",
    face,
    as: "trace",
    workflow,
    action: create.key,
    data: fitting(create, data),
    ...(attached.length > 0 ? { files: attached } : {}),
  });
  const actSteps = (face: Face, data: JsonObject, more: Partial<ActStep> = {}): readonly ActStep[] =>
    append
      ? [{ op: "act", face, trace: "$trace", workflow, action: append.key, data: fitting(append, data), ...more }]
      : [];
  const state = (face: Face): StateStep => ({ op: "state", face, trace: "$trace" });

  const long: OperationStep[] = [
    createStep("v2", actionData(runId, "long", 0), files("alpha", "beta")),
    state("v2"),
    ...actSteps("v2", actionData(runId, "long", 1), { files: files("gamma") }),
    state("v2"),
    ...actSteps("legacy", actionData(runId, "long", 2), { files: files("delta") }),
  ];
  for (let index = 3; index < longLinks; index++) {
    long.push(...actSteps(index % 2 === 0 ? "legacy" : "v2", actionData(runId, "long", index)));
  }
  long.push(state("v2"), state("legacy"));
  const other: OperationStep[] = [
    createStep("legacy", actionData(runId, "other", 0), files("epsilon", "zeta")),
    state("legacy"),
    ...actSteps("v2", actionData(runId, "other", 1), { files: files("eta") }),
    state("v2"),
    ...actSteps("legacy", actionData(runId, "other", 2)),
    state("legacy"),
  ];
  const [before, after] = nullData(runId);
  const nulls = [createStep("v2", before), ...actSteps("legacy", after, { features: ["data.null"] }), state("v2")];

  const [longTrace, otherTrace, aloneTrace, nullsTrace] = await Promise.all([
    written(writer, "a long trace", long),
    written(writer, "a trace of the legacy face", other),
    written(writer, "a trace for search", [createStep("v2", searchData(runId))]),
    written(writer, "a trace with a null", nulls),
  ]);
  const traces = [longTrace, otherTrace, aloneTrace, nullsTrace]
    .flatMap((trace) => trace ?? [])
    .toSorted((left, right) => right.actions.length - left.actions.length);
  return {
    found: false,
    traces,
    workflow,
    createAction: create.key,
    ...(append ? { appendAction: append.key } : {}),
    ...(traces[0] ? { long: traces[0] } : {}),
    ...(traces[0] === longTrace ? optional("other", otherTrace) : {}),
    ...optional("alone", aloneTrace ?? otherTrace),
    ...(nullsTrace?.actions.length === 2 ? optional("nulls", nullsTrace) : {}),
  };
}

function optional<Key extends string>(key: Key, trace: KnownTrace | undefined): { readonly [key in Key]?: KnownTrace } {
  return (trace ? { [key]: trace } : {}) as { readonly [key in Key]?: KnownTrace };
}

async function written(
  writer: Writer,
  title: string,
  steps: readonly OperationStep[],
): Promise<KnownTrace | undefined> {
  const exchanges = await writer.run(title, steps);
  return [...knownTraces(inOrder([{ script: { id: "", title, steps }, exchanges, unsent: [] }])).values()][0];
}
