/** Steps `state`, `files`, `file` and `workflows`. */
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Defect, RequestedDigest } from "../../spec/vocabulary/history.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type {
  DigestRef,
  FilesStep,
  FileStep,
  OperationStep,
  StateStep,
  WorkflowsStep,
} from "../../spec/vocabulary/script.ts";
import { fileRequest, filesRequest, operationFor, stateRequest, workflowsRequest } from "../faces/build.ts";
import { alteredDigest } from "./altered-digest.ts";
import { digestOf } from "./digests.ts";
import { filesNamed, resolveTrace } from "../execute/references.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";
import { MissingFile, UnsentStep } from "../execute/unsent.ts";

export async function state(connection: Connection, run: ScriptRun, step: StateStep, at: PlacedStep): Promise<void> {
  const { value: traceId, defects } = resolveTrace(connection, run, step.trace);
  const request = stateRequest(operationFor("state", step.face), traceId);
  await send(connection, run, { at, step, request, intent: { kind: "state", traceId }, defects });
}

export async function files(connection: Connection, run: ScriptRun, step: FilesStep, at: PlacedStep): Promise<void> {
  const trace = resolveTrace(connection, run, step.trace);
  const requested: RequestedDigest[] = [];
  const defects: Defect[] = [...trace.defects];
  const missing: MissingFile[] = [];
  for (const reference of step.digests) {
    try {
      const resolved = await resolveDigests(connection, run, step, at, reference, trace.value);
      requested.push(...resolved.requested);
      defects.push(...resolved.defects);
    } catch (error) {
      // The files of the other actions are there all the same.
      if (!(error instanceof MissingFile)) throw error;
      missing.push(error);
    }
  }
  if (requested.length === 0 && missing[0]) throw missing[0];
  if (requested.length === 0) defects.push({ where: "path", what: "no-digests" });
  const operation = operationFor("files", step.face);
  const digests = requested.map(({ digest }) => digest);
  const request = filesRequest(operation, trace.value, digests, run.profile);
  await send(connection, run, {
    at,
    step,
    request,
    intent: { kind: "files", traceId: trace.value, requested },
    defects,
  });
}

export async function file(connection: Connection, run: ScriptRun, step: FileStep, at: PlacedStep): Promise<void> {
  const trace = resolveTrace(connection, run, step.trace);
  const operation = operationFor("file", step.face);
  const { requested, defects } = await resolveDigests(connection, run, step, at, step.digest, trace.value);
  const [only] = requested;
  if (!only || requested.length > 1)
    throw new UnsentStep(`${JSON.stringify(step.digest)} names ${String(requested.length)} files, not one`);
  const exchange = await send(connection, run, {
    at,
    step,
    request: fileRequest(operation, trace.value, only.digest),
    intent: { kind: "file", traceId: trace.value, requested: only },
    defects: [...trace.defects, ...defects],
  });
  // Where nothing can be written, a file that was given out is the only one whose digest is known to be right.
  const { access } = connection.environment;
  if (access === "read-only" && trace.defects.length === 0 && succeeded(exchange)) connection.digests.add(only.digest);
}

/** Shorter digests may be running numbers, where an invented one could name a real file. */
const shortestAlterable = 16;

async function resolveDigests(
  connection: Connection,
  run: ScriptRun,
  step: OperationStep,
  at: PlacedStep,
  reference: DigestRef,
  traceId: string,
): Promise<{ requested: RequestedDigest[]; defects: Defect[] }> {
  if (typeof reference !== "string" && "like" in reference) {
    const { requested } = await resolveDigests(connection, run, step, at, reference.like, traceId);
    if (requested.some(({ digest }) => digest.length < shortestAlterable)) {
      throw new UnsentStep("the digest is so short that one that resembles it may name another file");
    }
    const altered = requested.map(({ digest, file }) => ({
      digest: alteredDigest(digest, reference.change),
      ...(file ? { resembles: file } : {}),
    }));
    return { requested: altered, defects: [{ where: "path", what: "altered-digest" }] };
  }
  if (typeof reference !== "string" && "shown" in reference)
    return { requested: [{ digest: reference.shown, shown: true }], defects: [] };
  const named = filesNamed(run, reference);
  if (!named && typeof reference === "string") {
    const known = connection.digests.has(reference);
    return { requested: [{ digest: reference }], defects: known ? [] : [{ where: "path", what: "unknown-digest" }] };
  }
  const requested: RequestedDigest[] = [];
  for (const { action, position } of named ?? []) {
    const digest = await digestOf(connection, run, step, at, action, position);
    connection.digests.add(digest);
    requested.push({ digest, file: { exchange: action.exchange, position } });
  }
  const foreign = named?.some(({ action }) => action.traceId?.toLowerCase() !== traceId.toLowerCase());
  return { requested, defects: foreign ? [{ where: "path", what: "foreign-digest" }] : [] };
}

export async function workflows(
  connection: Connection,
  run: ScriptRun,
  step: WorkflowsStep,
  at: PlacedStep,
): Promise<void> {
  const configured = connection.environment.organization;
  const organization = step.organization ?? configured;
  if (organization === undefined) {
    throw new UnsentStep(`environment "${connection.environment.name}" names no organization`, "`organization`");
  }
  const unknown = step.organization !== undefined && step.organization !== configured;
  await send(connection, run, {
    at,
    step,
    request: workflowsRequest(operationFor("workflows", step.face), organization),
    intent: { kind: "workflows", organization },
    defects: unknown ? [{ where: "path", what: "unknown-organization" }] : [],
  });
}
