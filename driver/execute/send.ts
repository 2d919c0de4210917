/**
 * Sends one request of a step and records the exchange. Everything that the driver sends for a script goes through
 * here.
 */
import { readLagMs } from "../../spec/readings/read-lag.ts";
import { createdTraceOf, isPlainRefusal, succeeded } from "../../spec/readings/outcome.ts";
import type {
  Defect,
  Exchange,
  Intent,
  ReceivedResponse,
  Redirection,
  SentRequest,
} from "../../spec/vocabulary/history.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { Account, OperationStep, TokenDefect } from "../../spec/vocabulary/script.ts";
import type { ReceivedReply } from "../client/client.ts";
import { disturbanceOf, type Disturbance } from "../client/disturbance.ts";
import { decode } from "../client/decode.ts";
import { traceHeader, traceparentOf } from "../client/trace-context.ts";
import { LoginError, UnreachableError } from "../errors.ts";
import type { FaceRequest } from "../faces/build.ts";
import { authorizationOf, damages } from "../faces/token-defects.ts";
import { placeToken } from "../faces/token-places.ts";
import { withoutSecretHeaders } from "../secrets/names.ts";
import { redacted } from "../secrets/secrets.ts";
import type { ScriptRun } from "./script-run.ts";
import { followed } from "./follow.ts";
import { chunked } from "./chunked.ts";
import { respelled } from "./respelled.ts";
import { accountFor, isActor } from "./account.ts";
import { tellsOfOperation } from "./breaker.ts";
import type { Connection } from "./connection.ts";
import { UnsentStep } from "./unsent.ts";
import { sendWithToken } from "./with-token.ts";

interface Order {
  /** Where the step stands in the script. */
  readonly at: PlacedStep;
  readonly step: OperationStep;
  readonly request: FaceRequest;
  readonly intent: Intent;
  readonly defects: readonly Defect[];
  /** Traits beside those that the step names. */
  readonly traits?: readonly string[];
  readonly support?: boolean;
}

/** @throws UnsentStep when the request may not or cannot be sent. */
export async function send(connection: Connection, run: ScriptRun, wanted: Order): Promise<Exchange> {
  const order = chunked(respelled(wanted));
  const { environment, senders } = connection;
  const actor = accountFor(environment, order, run.profile, senders.of(order.intent), senders.workflowOf(order.intent));
  const answered = senders.sending(order.intent, actor);
  try {
    const exchange = await sendAs(connection, run, order, actor);
    answered(exchange);
    senders.created(exchange);
    return exchange;
  } catch (error) {
    answered();
    throw error;
  }
}

async function sendAs(connection: Connection, run: ScriptRun, order: Order, actor: Account): Promise<Exchange> {
  const { operation } = order.request;
  await connection.held.turn(run.script);
  if (run.signal?.aborted) throw new UnsentStep("the run was interrupted");
  const token = await tokenFor(connection, run, order, actor);
  if (run.signal?.aborted) throw new UnsentStep("the run was interrupted");
  const defect = tokenDefectOf(order);
  if (defect !== undefined && token && !damages(token, defect))
    throw new UnsentStep(`the token has no signature, and is the same with the defect "${defect}"`);
  connection.breaker.pass(operation, defectOf(order));
  connection.bytes.pass(operation);
  connection.gate.pass(operation);
  connection.requests.pass();
  const index = run.nextIndex();
  const { intent } = order;
  const asked = { path: order.request.path, actor, step: order.support === true ? undefined : order.step };
  const named = run.answers.named(asked);
  const extra: Readonly<Record<string, string>> = {
    ...(run.traceId === undefined ? {} : { [traceHeader]: traceparentOf(run.traceId) }),
    ...(named ? { "if-none-match": named.tag } : {}),
  };
  const { reply: received, sent } = await sendWithToken(connection, run, {
    request: order.request,
    actor,
    token,
    defect,
    extra,
    script: run.script.id,
    disturbance: disturbanceFor(connection, run, order, index),
    mayBeRefused: defectOf(order) !== undefined || (order.support !== true && order.step.candidateFor !== undefined),
    notBefore: () =>
      isReadOfTrace(intent) ? connection.writes.readableAtMs(intent.traceId, readLagMs(run.profile)) : 0,
    onEnd: () => {
      if (intent.kind === "act") connection.writes.ended(intent.traceId);
    },
  });
  const { reply: direct, notModified } = run.answers.received(asked, named, received, index);
  const { reply, redirected, bytes } = await followed(connection, order.request, run.script.id, direct);
  const last = reply === direct ? received : reply;
  connection.bytes.record(operation, bytes + receivedBytes(last, connection.environment.limits.maxResponseBytes));
  const shown = { ...withoutSecretHeaders(connection.environment.headers ?? {}), ...extra };
  const exchange = exchangeOf(connection, order, {
    ...{ index, reply, notModified, redirected, token: sent, account: actor, extra: shown },
    known: knownTo(connection, run, intent),
  });
  connection.held.add(run.script, keptBytes(exchange));
  account(connection, order, exchange, sent);
  if (intent.kind.startsWith("login") && exchange.defects.length === 0 && succeeded(exchange))
    connection.tokens.cookies.hear(actor, reply.response?.headers ?? {});
  run.record(exchange, reply.connection);
  return exchange;
}

/**
 * A disturbed creation would leave a trace that nobody knows, so creations, and what traces follow from, are left
 * alone.
 */
const disturbedKinds: readonly string[] = ["act", "details", "state", "files", "file"];

function disturbanceFor(
  { disturbs }: Connection,
  { script }: ScriptRun,
  { request, support }: Order,
  index: number,
): Disturbance | undefined {
  if (!disturbs || script.disturbed === undefined || support || !disturbedKinds.includes(request.operation.kind))
    return undefined;
  return disturbanceOf(script.disturbed, `${script.id} ${String(index)}`);
}

function receivedBytes({ response, failure }: ReceivedReply, maxResponseBytes: number): number {
  if (failure?.kind === "oversize") return maxResponseBytes;
  return response?.digest?.bytes ?? response?.body.length ?? 0;
}

/** The bytes of an answer that is kept whole, and not as digest and size or shortened. */
function keptBytes({ response }: Exchange): number {
  if (response === undefined || response.leftOut !== undefined) return 0;
  return "body" in response || "json" in response || "zip" in response ? response.bytes : 0;
}

/** The place of the first defect of the request. */
function defectOf(order: Order): Defect["where"] | undefined {
  if (order.support === true) return undefined;
  return [...tokenDefects(order), ...order.defects][0]?.where;
}

const tokenEnded = "the token that the script adopted has come to its end";

function tokenDefectOf({ step, support }: Order): TokenDefect | undefined {
  return support === true ? undefined : step.token;
}

/**
 * The valid token of the actor, from which a defective one is made where the step says so; undefined where none is
 * sent.
 */
async function tokenFor(
  connection: Connection,
  run: ScriptRun,
  order: Order,
  actor: Account,
): Promise<string | undefined> {
  const defect = tokenDefectOf(order);
  if (defect === "none" || (!order.request.operation.bearer && defect === undefined)) return undefined;
  if (defect === "empty" || defect === "garbage") return "";
  if (actor === "second" && connection.environment.secondUser === undefined) {
    throw new UnsentStep(`environment "${connection.environment.name}" has no second user`, "`secondUser`");
  }
  const adopted = run.tokens.get(actor);
  if (adopted !== undefined && connection.tokens.lifetimes.isEnding(adopted)) throw new UnsentStep(tokenEnded);
  if (adopted !== undefined) return adopted;
  try {
    return await connection.tokens.of(actor).current();
  } catch (error) {
    if (error instanceof LoginError || error instanceof UnreachableError)
      throw new UnsentStep(error.message, "a login that gives a token");
    throw error;
  }
}

interface Outcome {
  readonly index: number;
  readonly reply: ReceivedReply;
  /** The exchange whose answer it repeats. */
  readonly notModified: number | undefined;
  readonly redirected: Redirection | undefined;
  readonly token: string | undefined;
  readonly account: Account;
  /** Headers in addition to those of the interface, without secrets. */
  readonly extra: Readonly<Record<string, string>>;
  /** The known traces, in lower case. */
  readonly known: Iterable<string>;
}

/**
 * True where the token was put in a wrong place. A target that repeats the address, e.g. in a redirect or an error,
 * repeats the token then, which is no leak.
 */
function isMisplaced(order: Order): boolean {
  const defect = tokenDefectOf(order);
  return defect === "elsewhere" || defect === "in-body";
}

function exchangeOf(connection: Connection, order: Order, outcome: Outcome): Exchange {
  const { index, reply, notModified, redirected, token, account, extra, known } = outcome;
  const { at, step, request, intent, defects, support } = order;
  const { operation } = request;
  const traits = [...((support === true ? undefined : step.traits) ?? []), ...(order.traits ?? [])];
  const { secrets, limits } = connection.environment;
  const decoded =
    reply.response &&
    decode(reply.response, {
      operation,
      secrets,
      maxResponseBytes: limits.maxResponseBytes,
      known,
      ...(token === undefined || token === "" || isMisplaced(order) ? {} : { token }),
    });
  // A document that is too large to read counts like a body that is too large to receive.
  const breach = decoded && breachOf(decoded);
  const whole = breach === undefined ? decoded : undefined;
  const more = { ...(notModified === undefined ? {} : { notModified }), ...(redirected ? { redirected } : {}) };
  const response = whole && Object.assign(whole, more);
  const failure = breach === undefined ? reply.failure : { kind: "oversize" as const, message: breach };
  return {
    index,
    step: at.place,
    ...(at.branch === undefined ? {} : { parallel: true }),
    ...(support === true ? { support } : {}),
    ...(support !== true && step.candidateFor !== undefined ? { candidateFor: step.candidateFor } : {}),
    operationId: operation.id,
    face: operation.face,
    actor: step.actor ?? "first",
    ...(isActor(account) ? {} : { by: account }),
    intent,
    defects: support === true ? [] : [...tokenDefects(order), ...defects],
    traits,
    request: sentRequestOf(connection, order, { account, token, extra }),
    ...(response ? { response } : {}),
    ...(failure ? { failure } : {}),
    ...(reply.attempts > 1 ? { attempts: reply.attempts } : {}),
    ...(reply.unsettled > 0 ? { unsettled: reply.unsettled } : {}),
    ...(reply.lost.length > 0 ? { lost: reply.lost } : {}),
    ...(reply.busy ? { busy: reply.busy } : {}),
    sentAtMs: reply.sentAtMs,
    receivedAtMs: reply.receivedAtMs,
  };
}

/** Which bound of nesting, values, entries or unpacked bytes a response exceeds, if any. */
function breachOf({ status, jsonError, zip }: ReceivedResponse): string | undefined {
  const [what, error] = zip ? ["archive", zip.error] : ["JSON document", jsonError];
  if (error?.kind !== "bound") return undefined;
  return `the ${what} of a response of status ${String(status)} goes ${error.message}`;
}

function tokenDefects(order: Order): Defect[] {
  const what = tokenDefectOf(order);
  return what === undefined ? [] : [{ where: "token", what }];
}

function sentRequestOf(
  { environment, tokens }: Connection,
  order: Order,
  { account, token, extra }: Pick<Outcome, "account" | "token" | "extra">,
): SentRequest {
  const { request } = order;
  const { operation, contentType, bytes, shown } = request;
  const defect = tokenDefectOf(order);
  const cookies = tokens.cookies.of(account).map(([name]) => [name, redacted] as const);
  const { path, headers: places } = placeToken(request, redacted, defect, cookies);
  const shape = defect !== undefined && showsItself.includes(defect) ? defect : undefined;
  const { email, password } = environment.secrets.accountOf(account);
  const basic = email === undefined || password === undefined ? undefined : redacted;
  const authorization = token === undefined ? undefined : authorizationOf(redacted, shape, basic);
  return {
    method: operation.method,
    path,
    headers: {
      ...extra,
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...(authorization === undefined ? {} : { authorization }),
      ...places,
      // With this header, curl sends a chunked body too.
      ...(request.chunked === true ? { "transfer-encoding": "chunked" } : {}),
    },
    ...(shown === undefined ? {} : { body: shown }),
    bodyBytes: bytes?.length ?? 0,
  };
}

/** Defects that remain visible when the token itself is hidden. */
const showsItself: readonly TokenDefect[] = [
  "empty",
  "scheme-missing",
  "wrong-scheme",
  "other-scheme",
  "basic-scheme",
  "elsewhere",
  "in-body",
];

function isReadOfTrace(intent: Intent): intent is Extract<Intent, { kind: "details" | "state" | "files" | "file" }> {
  return ["details", "state", "files", "file"].includes(intent.kind);
}

/** Traces that the script wrote to, traces that it waits for, and those that probes look at. */
function* knownTo({ own }: Connection, run: ScriptRun, intent: Intent): Generator<string> {
  yield* run.traces;
  yield* own.ids;
  const until = intent.kind === "search" ? intent.until : undefined;
  for (const id of [...(until?.includes ?? []), ...(until?.excludes ?? [])]) yield id.toLowerCase();
}

/** Informs everything that counts exchanges. */
function account(connection: Connection, order: Order, exchange: Exchange, token: string | undefined): void {
  const { operation } = order.request;
  const { response, failure } = exchange;
  const hasWaited = failure?.kind === "timeout";
  if (tellsOfOperation(failure))
    connection.breaker.record(operation, response !== undefined, defectOf(order), hasWaited);
  const created = operation.kind === "create" ? createdTraceOf(exchange) : undefined;
  if (created !== undefined) connection.writes.ended(created);
  if (operation.kind === "create" && isPlainRefusal(response?.status)) connection.gate.leftNoTrace();
  if (operation.bearer && token !== undefined && response && response.status < 300)
    connection.tokens.policy.accepted(token, operation.id, exchange.sentAtMs);
}
