import { faces } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import { takesData } from "../../spec/data-schemas/follows.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { jsonObject } from "../json/json-object.ts";
import { markerMembers } from "../json/marker.ts";
import { focusedScripts } from "./focus-script.ts";
import { pruneScript } from "./prune-script.ts";
import { isParallel, placedSteps } from "../../spec/vocabulary/placed-steps.ts";
import { mapSteps } from "./steps.ts";
import { isValidScript } from "./validate-script.ts";

/**
 * Smaller scripts than this one, the boldest cut first: fewer steps, groups in a row, one face, less data, fewer files.
 * Every one of them is valid, and its data are such as the configured actions take. The last failing one that has no
 * failing reduction is the smallest.
 *
 * @param places of the steps that show the failure, where they are known
 */
export function* reduceScript(
  script: Script,
  workflows: readonly WorkflowDescription[] = [],
  places: readonly string[] = [],
): Generator<Script, undefined> {
  const before = JSON.stringify(script);
  for (const smaller of candidates(script, workflows, places))
    if (smaller.steps.length > 0 && JSON.stringify(smaller) !== before && isValidScript(smaller)) yield smaller;
}

function* candidates(
  script: Script,
  workflows: readonly WorkflowDescription[],
  failing: readonly string[],
): Generator<Script> {
  yield* focusedScripts(script, failing);
  const places = placedSteps(script).map(({ place }) => place);
  for (let size = Math.ceil(places.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end = places.length; end > 0; end -= size) {
      const dropped = new Set(places.slice(Math.max(0, end - size), end));
      yield pruneScript(script, (_, place) => !dropped.has(place));
    }
  yield* inARow(script);
  if (isMixed(script)) for (const face of faces) yield mapSteps(script, (step) => onFace(step, face));
  const changes: readonly Change[] = [
    (step) => withLessData(step, workflows),
    withFewerFiles,
    withoutActor,
    withSimplerPage,
    withFewerDigests,
  ];
  for (const place of places)
    for (const change of changes) {
      for (const reduced of reductions(script, place, change)) yield reduced;
    }
}

function* inARow(script: Script): Generator<Script> {
  for (const [at, step] of script.steps.entries())
    if (isParallel(step)) yield { ...script, steps: script.steps.toSpliced(at, 1, ...step.parallel.flat()) };
}

/** Scripts of one face stay as they are, lest reduction go to and fro between the faces for ever. */
function isMixed(script: Script): boolean {
  return new Set(placedSteps(script).map(({ step }) => step.face)).size > 1;
}

function onFace(step: OperationStep, face: OperationStep["face"]): OperationStep {
  if (face === "legacy" && (step.op === "file" || (step.op === "login" && step.method === "private-key"))) return step;
  return { ...step, face };
}

type Change = (step: OperationStep) => Iterable<OperationStep>;

function* reductions(script: Script, place: string, change: Change): Generator<Script> {
  const found = placedSteps(script).find((placed) => placed.place === place);
  if (!found) return;
  for (const reduced of change(found.step)) {
    const changed = mapSteps(script, (step, at): OperationStep => (at === place ? reduced : step));
    yield pruneScript(changed, () => true);
  }
}

/** A refusal of data that the schema forbids would say nothing about what failed. */
function* withLessData(step: OperationStep, workflows: readonly WorkflowDescription[]): Generator<OperationStep> {
  if (step.op !== "create" && step.op !== "act") return;
  const under = {
    purpose: step.op,
    ...(step.workflow === undefined ? {} : { workflow: step.workflow }),
    ...(step.action === undefined ? {} : { action: step.action }),
  };
  for (const data of smallerData(step.data, step.markerAt))
    if (takesData(workflows, under, data)) yield { ...step, data };
}

function* smallerData(data: JsonObject, markerAt: JsonPath = []): Generator<JsonObject> {
  const markers = new Set<string>([...Object.values(markerMembers), ...markerAt.slice(0, 1)]);
  const members = Object.entries(data);
  const kept = members.filter(([name]) => markers.has(name));
  const free = members.filter(([name]) => !markers.has(name));
  if (free.length === 0) return;
  yield jsonObject(kept);
  for (let size = Math.ceil(free.length / 2); size >= 1 && free.length > 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < free.length; start += size) yield jsonObject([...kept, ...free.toSpliced(start, size)]);
}

function* withFewerFiles(step: OperationStep): Generator<OperationStep> {
  if ((step.op !== "create" && step.op !== "act") || !step.files?.length) return;
  const { files, ...without } = step;
  yield without;
  if (files.length > 3) yield { ...step, files: files.slice(0, Math.ceil(files.length / 2)) };
  if (files.length > 1) for (const index of files.keys()) yield { ...step, files: files.toSpliced(index, 1) };
}

function* withoutActor(step: OperationStep): Generator<OperationStep> {
  if (step.actor !== "second") return;
  const { actor: _, ...own } = step;
  yield own;
}

function* withSimplerPage(step: OperationStep): Generator<OperationStep> {
  if (step.op !== "details" || !step.page) return;
  const { page: _, ...bare } = step;
  yield bare;
}

function* withFewerDigests(step: OperationStep): Generator<OperationStep> {
  if (step.op !== "files" || step.digests.length < 2) return;
  for (const index of step.digests.keys()) yield { ...step, digests: step.digests.toSpliced(index, 1) };
}
