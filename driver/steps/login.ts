/** Step `login`: a login as a script's own exchange, with right or deliberately wrong credentials. */
import { changedCredential, parseCredentialReference } from "../../spec/readings/credential-reference.ts";
import { payloadOf } from "../../spec/readings/outcome.ts";
import type { Defect } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { Account, LoginStep } from "../../spec/vocabulary/script.ts";
import { appliesTo } from "../faces/body-defects.ts";
import { loginRequest, operationFor } from "../faces/build.ts";
import { redacted } from "../secrets/secrets.ts";
import { tokenIn, whyUnsendable } from "../tokens/logins.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";
import type { Connection } from "../execute/connection.ts";
import { UnsentStep } from "../execute/unsent.ts";

export async function login(connection: Connection, run: ScriptRun, step: LoginStep, at: PlacedStep): Promise<void> {
  const kind = step.method === "credential" ? "login-credential" : "login-private-key";
  const operation = operationFor(kind, step.face);
  const { members, masked, defects } = membersOf(connection, step);
  const body = step.body && appliesTo(step.body, operation) ? step.body : undefined;
  if (body) defects.push({ where: "body", what: body.kind });
  if (defects.length > 0) refuseToLockAccounts(connection, step, members);
  const request = loginRequest(operation, members, body, step.spelling);
  // For the history the body is built again without the secrets: redacting a text that was cut could leave parts of
  // them.
  const { shown = "" } = loginRequest(operation, masked, body, step.spelling);
  const actor = step.actor ?? "first";
  const right = defects.length === 0;
  const end = right ? await connection.tokens.of(actor).turn("login") : undefined;
  try {
    const exchange = await send(connection, run, {
      at,
      step,
      request: { ...request, shown },
      intent: { kind },
      defects,
    });
    const payload = payloadOf(exchange);
    const token = payload === undefined ? undefined : tokenIn(payload);
    if (token === undefined) return;
    connection.environment.secrets.addToken(token);
    if (whyUnsendable(token) !== undefined) return;
    if (right) connection.tokens.of(actor).broughtByScript(token, exchange.sentAtMs);
    if (step.adopt === true) run.adopt(actor, token);
  } finally {
    end?.();
  }
}

/** @throws UnsentStep for a wrong login that a service could hold against an account more often than is allowed. */
function refuseToLockAccounts(connection: Connection, step: LoginStep, members: Record<string, Json>): void {
  const { environment, wrongPasswords } = connection;
  const accounts = endangeredAccounts(connection, step, members);
  const what = step.method === "credential" ? "password" : "private key";
  if (accounts.length === 0) return;
  if (wrongPasswords.most === 0)
    throw new UnsentStep(
      `environment "${environment.name}" is read-only or a production, where no wrong ${what} is sent for a real ` +
        `account, which it might lock`,
      `\`environments.${environment.name}.probeWrongPasswords\``,
    );
  // A key names no account, so nothing can be locked but by the address that it comes from.
  if (step.method === "private-key" || wrongPasswords.take(accounts)) return;
  const most = String(wrongPasswords.most);
  throw new UnsentStep(
    `no more wrong passwords are sent for a real account than ${most} in a run, lest it is locked`,
    `a higher \`environments.${environment.name}.probeWrongPasswords\``,
  );
}

/**
 * The accounts of the configuration against which a service may hold a login that is wrong, by its values or because they
 * may be cut short: it names their email, or a key that is made of their key.
 */
function endangeredAccounts(
  { environment }: Connection,
  { method, body, replace = {} }: LoginStep,
  members: Record<string, Json>,
): readonly string[] {
  const accounts = (["first", "second"] as const).map((actor) => environment.secrets.accountOf(actor));
  const cut = body?.kind === "json-broken";
  if (method === "private-key") {
    const { privateKey } = members;
    const isReal = accounts.some((account) => account.privateKey !== undefined && account.privateKey === privateKey);
    const isMadeOfOne = typeof replace.privateKey === "string" && parseCredentialReference(replace.privateKey);
    return (isReal && cut) || (!isReal && isMadeOfOne) ? ["private key"] : [];
  }
  const { email, password } = members;
  const named = accounts.filter((account) => account.email !== undefined && folded(account.email) === folded(email));
  const isWrong = cut || named.every((account) => account.password !== password);
  return isWrong ? [...new Set(named.map((account) => String(folded(account.email))))] : [];
}

/** An email as a lenient service compares it. */
function folded(email: Json | undefined): Json | undefined {
  return typeof email === "string" ? email.trim().toLowerCase() : email;
}

/** Where the configuration has the credentials of an account. */
function placeOf(account: Account): string {
  if (account === "first") return "credentials";
  return account === "second" ? "secondUser" : account.replace(/^user-(\d+)$/, "users[$1]");
}

function membersOf(
  connection: Connection,
  { method, actor = "first", omit = [], replace = {} }: LoginStep,
): { members: Record<string, Json>; masked: Record<string, Json>; defects: Defect[] } {
  const account = connection.environment.secrets.accountOf(actor);
  const members: Record<string, Json> = {};
  const masked: Record<string, Json> = {};
  const defects: Defect[] = [];
  for (const name of method === "credential" ? (["email", "password"] as const) : (["privateKey"] as const)) {
    const literal = replace[name];
    if (omit.includes(name)) {
      defects.push({ where: "credentials", member: name, what: "omitted" });
    } else if (literal !== undefined) {
      members[name] = wrongValue(connection, literal);
      masked[name] = literal;
      // A reduced script may hold a reference to the account's real secret, with which the login is no longer a wrong
      // one.
      if (members[name] !== account[name]) defects.push({ where: "credentials", member: name, what: "replaced" });
    } else {
      const right = account[name];
      if (right === undefined) {
        const key = `${placeOf(actor)}.${name}`;
        throw new UnsentStep(`environment "${connection.environment.name}" has no ${key}`, `\`${key}\``);
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
function wrongValue({ environment }: Connection, literal: Json): Json {
  const reference = typeof literal === "string" ? parseCredentialReference(literal) : undefined;
  if (!reference) return literal;
  const secret = environment.secrets.accountOf(reference.actor)[reference.field];
  if (secret === undefined) {
    const key = `${reference.actor === "first" ? "credentials" : "secondUser"}.${reference.field}`;
    throw new UnsentStep(`environment "${environment.name}" has no ${key}`, `\`${key}\``);
  }
  if (!reference.change) return secret;
  const changed = changedCredential(secret, reference.change);
  // The altered secret still holds most of the real one, and the target may echo it.
  if (reference.field === "email") environment.secrets.addEmail(changed);
  else environment.secrets.addWrong(reference.field === "password" ? "password" : "privateKey", changed);
  return changed;
}
