/** Steps `state`, `files`, `file` and `workflows`. */
import type { Defect, RequestedDigest } from "../../../spec/vocabulary/history.ts";
import type { FilesStep, FileStep, OperationStep, StateStep, WorkflowsStep } from "../../../spec/vocabulary/script.ts";
import { fileRequest, filesRequest, operationFor, stateRequest, workflowsRequest } from "../../faces/build.ts";
import { alteredDigest, digestChanges } from "../altered-digest.ts";
import { digestOf } from "../digests.ts";
import { filesNamed, resolveTrace } from "../references.ts";
import type { ScriptRun } from "../script-run.ts";
import { send } from "../send.ts";
import type { Session } from "../session.ts";
import { UnsentStep } from "../unsent.ts";

export async function state(session: Session, run: ScriptRun, step: StateStep, at: string): Promise<void> {
  const { value: traceId, defects } = resolveTrace(session, run, step.trace);
  const request = stateRequest(operationFor("state", step.face), traceId);
  await send(session, run, { at, step, request, intent: { kind: "state", traceId }, defects });
}

export async function files(session: Session, run: ScriptRun, step: FilesStep, at: string): Promise<void> {
  const trace = resolveTrace(session, run, step.trace);
  const requested: RequestedDigest[] = [];
  const defects: Defect[] = [...trace.defects];
  for (const reference of step.digests) {
    const resolved = await resolveDigests(session, run, step, at, reference, trace.value);
    requested.push(...resolved.requested);
    defects.push(...resolved.defects);
  }
  if (requested.length === 0) defects.push({ where: "path", what: "no-digests" });
  const operation = operationFor("files", step.face);
  const digests = requested.map(({ digest }) => digest);
  const request = filesRequest(operation, trace.value, digests, run.profile);
  await send(session, run, { at, step, request, intent: { kind: "files", traceId: trace.value, requested }, defects });
}

export async function file(session: Session, run: ScriptRun, step: FileStep, at: string): Promise<void> {
  const trace = resolveTrace(session, run, step.trace);
  const operation = operationFor("file", step.face);
  const { requested, defects } = await resolveDigests(session, run, step, at, step.digest, trace.value);
  const [only] = requested;
  if (!only || requested.length > 1)
    throw new UnsentStep(`"${step.digest}" names ${String(requested.length)} files, not one`);
  await send(session, run, {
    at,
    step,
    request: fileRequest(operation, trace.value, only.digest),
    intent: { kind: "file", traceId: trace.value, requested: only },
    defects: [...trace.defects, ...defects],
  });
}

/** Shorter digests are numbers or the like, of which every one may name something. */
const shortestAlterable = 16;

async function resolveDigests(
  session: Session,
  run: ScriptRun,
  step: OperationStep,
  at: string,
  reference: string,
  traceId: string,
): Promise<{ requested: RequestedDigest[]; defects: Defect[] }> {
  const [, original] = /^[a-z-]+:(\$.+)$/.exec(reference) ?? [];
  const change = digestChanges.find((name) => reference.startsWith(`${name}:`));
  if (change !== undefined && original !== undefined) {
    const { requested } = await resolveDigests(session, run, step, at, original, traceId);
    if (requested.some(({ digest }) => digest.length < shortestAlterable)) {
      throw new UnsentStep("the digest is so short that one that resembles it may name another file");
    }
    const altered = requested.map(({ digest, file }) => ({
      digest: alteredDigest(digest, change),
      ...(file ? { resembles: file } : {}),
    }));
    return { requested: altered, defects: [{ where: "path", what: "altered-digest" }] };
  }
  const refused = reference.startsWith("refused:");
  const named = filesNamed(run, refused ? reference.slice("refused:".length) : reference, { evenRefused: refused });
  if (!named) {
    const known = session.digests.has(reference);
    return { requested: [{ digest: reference }], defects: known ? [] : [{ where: "path", what: "unknown-digest" }] };
  }
  const requested: RequestedDigest[] = [];
  for (const { action, position } of named) {
    const digest = await digestOf(session, run, step, at, action, position);
    session.digests.add(digest);
    requested.push({ digest, file: { exchange: action.exchange, position } });
  }
  const foreign = named.some(({ action }) => action.traceId?.toLowerCase() !== traceId.toLowerCase());
  return { requested, defects: foreign ? [{ where: "path", what: "foreign-digest" }] : [] };
}

export async function workflows(session: Session, run: ScriptRun, step: WorkflowsStep, at: string): Promise<void> {
  const configured = session.environment.organization;
  const organization = step.organization ?? configured;
  if (organization === undefined) {
    throw new UnsentStep(`environment "${session.environment.name}" names no organization; set organization`);
  }
  const unknown = step.organization !== undefined && step.organization !== configured;
  await send(session, run, {
    at,
    step,
    request: workflowsRequest(operationFor("workflows", step.face), organization),
    intent: { kind: "workflows", organization },
    defects: unknown ? [{ where: "path", what: "unknown-organization" }] : [],
  });
}
