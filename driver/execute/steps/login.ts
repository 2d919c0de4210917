/** Step `login`: a login as a script's own exchange, with right or deliberately wrong credentials. */
import { changedCredential, parseCredentialReference } from "../../../spec/readings/credential-reference.ts";
import { payloadOf } from "../../../spec/readings/outcome.ts";
import type { Defect } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/vocabulary/json.ts";
import type { LoginStep } from "../../../spec/vocabulary/script.ts";
import { appliesTo } from "../../faces/body-defects.ts";
import { loginRequest, operationFor } from "../../faces/build.ts";
import { redacted } from "../../secrets.ts";
import { tokenIn } from "../../tokens/login.ts";
import type { ScriptRun } from "../script-run.ts";
import { send } from "../send.ts";
import type { Session } from "../session.ts";
import { UnsentStep } from "../unsent.ts";

export async function login(session: Session, run: ScriptRun, step: LoginStep, at: string): Promise<void> {
  const kind = step.method === "credential" ? "login-credential" : "login-private-key";
  const operation = operationFor(kind, step.face);
  const { members, masked, defects } = membersOf(session, step);
  const body = step.body && appliesTo(step.body, operation) ? step.body : undefined;
  if (body) defects.push({ where: "body", what: body.kind });
  const request = loginRequest(operation, members, body);
  // Built a second time without the secrets: cutting a text that holds them would leave a part of them to see.
  const { shown = "" } = loginRequest(operation, masked, body);
  const actor = step.actor ?? "first";
  const right = defects.length === 0;
  const end = right ? await session.tokens.turn(actor, "login") : undefined;
  try {
    const exchange = await send(session, run, { at, step, request: { ...request, shown }, intent: { kind }, defects });
    const payload = payloadOf(exchange);
    const token = payload === undefined ? undefined : tokenIn(payload);
    if (token === undefined) return;
    session.environment.secrets.addToken(token);
    if (right) session.tokens.broughtByScript(actor, token);
    if (step.adopt === true) run.adopt(actor, token);
  } finally {
    end?.();
  }
}

function membersOf(
  session: Session,
  { method, actor = "first", omit = [], replace = {} }: LoginStep,
): { members: Record<string, Json>; masked: Record<string, Json>; defects: Defect[] } {
  const account = session.environment.secrets.accountOf(actor);
  const members: Record<string, Json> = {};
  const masked: Record<string, Json> = {};
  const defects: Defect[] = [];
  for (const name of method === "credential" ? (["email", "password"] as const) : (["privateKey"] as const)) {
    const literal = replace[name];
    if (omit.includes(name)) {
      defects.push({ where: "credentials", what: `omit:${name}` });
    } else if (literal !== undefined) {
      members[name] = wrongValue(session, literal);
      masked[name] = literal;
      // A script made smaller may name an account's own secret: that is no wrong one.
      if (members[name] !== account[name]) defects.push({ where: "credentials", what: `replace:${name}` });
    } else {
      const right = account[name];
      if (right === undefined) {
        const key = `${actor === "first" ? "credentials" : "secondUser"}.${name}`;
        throw new UnsentStep(`environment "${session.environment.name}" has no ${key}`);
      }
      members[name] = right;
      masked[name] = redacted;
    }
  }
  return { members, masked, defects };
}

/**
 * A wrong credential as it is sent. A reference such as `$first.password~suffix` is made from the secret it names, and
 * stands in the history in place of what was made of it.
 */
function wrongValue({ environment }: Session, literal: Json): Json {
  const reference = typeof literal === "string" ? parseCredentialReference(literal) : undefined;
  if (!reference) return literal;
  const secret = environment.secrets.accountOf(reference.actor)[reference.field];
  if (secret === undefined) {
    const key = `${reference.actor === "first" ? "credentials" : "secondUser"}.${reference.field}`;
    throw new UnsentStep(`environment "${environment.name}" has no ${key}`);
  }
  if (!reference.change) return secret;
  const changed = changedCredential(secret, reference.change);
  // It holds most of the secret, and the target may repeat it.
  if (reference.field === "email") environment.secrets.addToken(changed);
  else environment.secrets.addWrong(reference.field === "password" ? "password" : "privateKey", changed);
  return changed;
}
