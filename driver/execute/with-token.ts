/** Sends a request with the token of its actor, and again with another one where the token may be at fault. */
import { mayBeBusy } from "../../spec/readings/throttled.ts";
import { readingOf } from "../../spec/vocabulary/profile.ts";
import type { Account, TokenDefect } from "../../spec/vocabulary/script.ts";
import type { Disturbance } from "../client/disturbance.ts";
import type { ReceivedReply } from "../client/client.ts";
import type { FaceRequest } from "../faces/build.ts";
import { authorizationOf, basicOf } from "../faces/token-defects.ts";
import { placeToken } from "../faces/token-places.ts";
import type { ScriptRun } from "./script-run.ts";
import type { Connection } from "./connection.ts";

interface TokenRequest {
  readonly request: FaceRequest;
  readonly actor: Account;
  /** Undefined where none is to be sent. */
  readonly token: string | undefined;
  /** The token is made defective on purpose, so a refusal is the answer. */
  readonly defect: TokenDefect | undefined;
  /** Headers in addition to those of the interface. */
  readonly extra: Readonly<Record<string, string>>;
  readonly script: string;
  readonly disturbance: Disturbance | undefined;
  /** See `WireRequest.mayBeRefused`. */
  readonly mayBeRefused: boolean;
  /** See `WireRequest.notBefore`. */
  readonly notBefore: () => number;
  /** See `WireRequest.onEnd`. */
  readonly onEnd: () => void;
}

/**
 * At most so many tokens are tried in place of a refused one: where each login ends the token before, others may log in
 * meanwhile.
 */
const mostOtherTokens = 4;

/** The reply, and the token that got it. */
export async function sendWithToken(
  connection: Connection,
  run: ScriptRun,
  { token, ...sending }: TokenRequest,
): Promise<{ readonly reply: ReceivedReply; readonly sent: string | undefined }> {
  const { request, actor, defect } = sending;
  const { operation } = request;
  if (!operation.bearer || token === undefined || defect !== undefined)
    return { reply: await inTurn(connection, sending, () => token), sent: token };
  const adopted = run.tokens.has(actor);
  const tokens = connection.tokens.of(actor);
  let sent = token;
  // A login may end the token while this request waits for its turn.
  const transmitWith = (wanted: string, own: boolean): Promise<ReceivedReply> =>
    inTurn(connection, sending, () => (sent = own ? wanted : (tokens.newest ?? wanted)));
  let reply = await transmitWith(token, adopted);
  const again = async (other: string): Promise<void> => {
    const { attempts, unsettled, lost, busy = 0 } = reply;
    const next = await transmitWith(other, false);
    reply = {
      ...next,
      attempts: attempts + next.attempts,
      unsettled: unsettled + next.unsettled,
      lost: [...lost, ...next.lost],
      busy: busy + (next.busy ?? 0),
    };
  };
  const refusals = tokenRefusals(run);
  const isSure = (): boolean => refusals.has(reply.response?.status ?? 0);
  const isRefused = (): boolean => reply.response?.status === 403 || isSure();
  for (let tries = 0; tries < mostOtherTokens && isRefused(); tries += 1) {
    // An adopted token may expire while waiting as the target asked; the login is not at fault then.
    const isAdopted = adopted && !connection.tokens.lifetimes.isEnding(sent);
    const refused = { token: sent, operation: operation.id, adopted: isAdopted, sure: isSure() };
    const other = await tokens.replacementFor(refused);
    if (other === undefined) break;
    await again(other);
    tokens.replacementTried(sent, !isRefused(), refused);
  }
  return { reply, sent };
}

/** @param choose returns the token when it is the request's turn */
async function inTurn(
  connection: Connection,
  sending: Omit<TokenRequest, "token">,
  choose: () => string | undefined,
): Promise<ReceivedReply> {
  if (!sending.request.operation.bearer) return transmit(connection, sending, choose());
  const end = await connection.tokens.of(sending.actor).turn("request");
  return transmit(connection, sending, choose()).finally(end);
}

/** The statuses for an expired token: 401, and the one that the target uses for an invalid token. */
function tokenRefusals({ profile }: ScriptRun): ReadonlySet<number> {
  const said = readingOf(profile, "error-statuses")?.["invalid-token"];
  return new Set([401, ...(typeof said === "number" ? [said] : [])]);
}

async function transmit(
  { client, environment, runId, tokens }: Connection,
  { request, actor, defect, extra, script, disturbance, mayBeRefused, notBefore, onEnd }: Omit<TokenRequest, "token">,
  token: string | undefined,
): Promise<ReceivedReply> {
  const { operation, contentType } = request;
  const { path, bytes, headers: places } = placeToken(request, token ?? "", defect, tokens.cookies.of(actor));
  const basic = basicOf(environment.secrets.accountOf(actor));
  const authorization = token === undefined ? undefined : authorizationOf(token, defect, basic);
  // A damaged token contains most of a valid one.
  if (token !== "" && authorization !== undefined && defect !== undefined) {
    environment.secrets.addToken(authorization.replace(/^\S+ /, ""));
  }
  const headers: Record<string, string> = {
    accept: operation.response === "json" ? "application/json" : "*/*",
    "accept-encoding": "gzip, deflate, br",
    "user-agent": `trace-conformance (${runId})`,
    ...extra,
    ...(contentType === undefined ? {} : { "content-type": contentType }),
    ...(authorization === undefined ? {} : { authorization }),
    ...places,
  };
  const { method, writes, id, bearer, kind } = operation;
  const wire = {
    method,
    path,
    headers,
    wanted: operation.response,
    script,
    disturbance,
    mayBeRefused,
    notBefore,
    onEnd,
    ...(bytes === undefined ? {} : { body: bytes, chunked: request.chunked === true }),
  };
  // A creation that was carried out before a 503 would leave a second trace if repeated.
  const onTrace = mayBeBusy.has(kind) ? id : undefined;
  return client.send(wire, !writes, [id, bearer ? "behind a login" : "logins"], kind !== "create", onTrace);
}
