/** Writes the traces that probes look at: plain requests, which are judged like those of any suite. */
import type { Face } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/vocabulary/json.ts";
import type { ActStep, CreateStep, FileSpec, OperationStep, StateStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { inOrder, knownTraces } from "../seen/known-traces.ts";
import { actionData, type fileNames, fitting, nullData, searchData, textFile } from "./bench-data.ts";
import type { Bench, KnownTrace } from "./bench.ts";
import { chooseActions } from "./choose-actions.ts";

type FileName = (typeof fileNames)[number];

/** Links of the long trace: more than the usual smallest default page. */
const longLinks = 12;

type Writer = Pick<ProbeContext, "target" | "runId" | "run">;

export async function writeBench(writer: Writer): Promise<Bench> {
  const { workflow, create, append } = chooseActions(writer.target);
  if (!create) return { found: false, traces: [], workflow };
  const steps = new BenchSteps(writer.runId, workflow, create, append);
  const [long, other, aloneAtOnce, nulls] = await Promise.all([
    written(writer, "a long trace", "v2", (face) => steps.long(face)),
    written(writer, "a trace of the legacy face", "legacy", (face) => steps.other(face)),
    written(writer, "a trace for search", "v2", (face) => steps.alone(face)),
    written(writer, "a trace with a null", "v2", (face) => steps.nulls(face)),
  ]);
  // Creations at the same time may get in each other's way; then the trace for search is made once more, by itself.
  const others = [long, other, nulls].map((trace) => trace?.traceId);
  const alone = others.includes(aloneAtOnce?.traceId)
    ? await written(writer, "a trace for search, by itself", "v2", (face) => steps.alone(face))
    : aloneAtOnce;
  const traces = [long, other, alone, nulls]
    .filter((trace) => trace !== undefined)
    .toSorted((left, right) => right.actions.length - left.actions.length);
  const [longest] = traces;
  const second = longest === other ? long : other;
  return {
    found: false,
    traces,
    workflow,
    createAction: create.key,
    ...(append ? { appendAction: append.key } : {}),
    ...(longest ? { long: longest } : {}),
    ...(second ? { other: second } : {}),
    ...(alone ? { alone } : {}),
    ...(nulls?.actions.length === 2 ? { nulls } : {}),
  };
}

/** The steps that write each of the traces; the face is that of the creation. */
class BenchSteps {
  readonly #runId: string;
  readonly #workflow: number;
  readonly #create: ActionDescription;
  readonly #append: ActionDescription | undefined;

  constructor(runId: string, workflow: number, create: ActionDescription, append: ActionDescription | undefined) {
    this.#runId = runId;
    this.#workflow = workflow;
    this.#create = create;
    this.#append = append;
  }

  long(face: Face): readonly OperationStep[] {
    const more = Array.from({ length: longLinks - 3 }, (_, index) => index + 3);
    return [
      this.#creation(face, this.#data("long", 0), ["alpha", "beta"]),
      state("v2"),
      ...this.#action("v2", this.#data("long", 1), { files: this.#files("gamma") }),
      state("v2"),
      ...this.#action("legacy", this.#data("long", 2), { files: this.#files("delta") }),
      ...more.flatMap((index) => this.#action(index % 2 === 0 ? "legacy" : "v2", this.#data("long", index))),
      state("v2"),
      state("legacy"),
    ];
  }

  /** The last action brings a file, in case the newest link is shown in another way than the others. */
  other(face: Face): readonly OperationStep[] {
    return [
      this.#creation(face, this.#data("other", 0), ["epsilon", "zeta"]),
      state("legacy"),
      // Arrays in a few states alone: they tell how arrays are combined, and spoil no reading where that goes wrong.
      ...this.#action("legacy", this.#data("other", 1, { labels: ["one", "two"] })),
      ...this.#action("v2", this.#data("other", 2, { labels: ["three"] }), { files: this.#files("eta") }),
      state("v2"),
      state("legacy"),
    ];
  }

  alone(face: Face): readonly OperationStep[] {
    return [this.#creation(face, searchData(this.#runId))];
  }

  /** The null is sent through the face of the creation, so that a face which refuses actions spoils no more than it must. */
  nulls(face: Face): readonly OperationStep[] {
    const [before, after] = nullData(this.#runId);
    return [
      this.#creation(face, before),
      ...this.#action(face, after, { files: this.#files("theta", "iota"), features: ["data.null"] }),
      state("v2"),
    ];
  }

  #data(trace: string, index: number, more?: JsonObject): JsonObject {
    return actionData(this.#runId, trace, index, more);
  }

  #files(...names: readonly FileName[]): readonly FileSpec[] {
    return names.map((name) => textFile(this.#runId, name));
  }

  #creation(face: Face, data: JsonObject, files: readonly FileName[] = []): CreateStep {
    return {
      op: "create",
      face,
      as: "trace",
      workflow: this.#workflow,
      action: this.#create.key,
      ...fitting(this.#create, data),
      ...(files.length > 0 ? { files: this.#files(...files) } : {}),
    };
  }

  #action(face: Face, data: JsonObject, more: Partial<ActStep> = {}): readonly ActStep[] {
    const append = this.#append;
    if (!append) return [];
    const { key } = append;
    return [
      { op: "act", face, trace: "$trace", workflow: this.#workflow, action: key, ...fitting(append, data), ...more },
    ];
  }
}

function state(face: Face): StateStep {
  return { op: "state", face, trace: "$trace" };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Writes a trace, once more through the other face where the first brings none that can be used. */
async function written(
  writer: Writer,
  title: string,
  face: Face,
  stepsOn: (face: Face) => readonly OperationStep[],
): Promise<KnownTrace | undefined> {
  const faces: readonly Face[] = face === "v2" ? ["v2", "legacy"] : ["legacy", "v2"];
  let fallback: KnownTrace | undefined;
  for (const [attempt, creating] of faces.entries()) {
    const steps = stepsOn(creating);
    const exchanges = await writer.run(attempt === 0 ? title : `${title}, created through ${creating}`, steps);
    const [trace] = knownTraces(inOrder([{ script: { id: "", title, steps }, exchanges, unsent: [] }])).values();
    const expected = steps.filter(({ op }) => op === "create" || op === "act").length;
    const usable = trace !== undefined && uuid.test(trace.traceId) && (expected === 1 || trace.actions.length > 1);
    if (usable) return trace;
    fallback ??= trace;
  }
  return fallback;
}
