import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import { getOwn } from "../core/json.ts";
import { badRequest, unauthorized } from "../core/refusal.ts";
import type { Context } from "../hooks/hooks.ts";

/** A token for an e-mail and its password. */
export async function loginWithPassword(
  { directory, hooks, logins }: Context,
  call: Call,
  body: JsonObject,
): Promise<string> {
  const [email, password] = [text(body, "email"), text(body, "password")];
  const user = await logins.attempt(call.address, email, () => directory.byPassword(email, password));
  if (user === undefined) throw unauthorized("no user with this e-mail and password");
  return await hooks.token(call, user);
}

/** A token for the holder of a registered private key. */
export async function loginWithPrivateKey(
  { directory, hooks, logins }: Context,
  call: Call,
  body: JsonObject,
): Promise<string> {
  const privateKey = text(body, "privateKey");
  const user = await logins.attempt(call.address, undefined, () => Promise.resolve(directory.byPrivateKey(privateKey)));
  if (user === undefined) throw unauthorized("no user with this private key; wanted PEM, PKCS #8, Ed25519");
  return await hooks.token(call, user);
}

function text(body: JsonObject, name: string): string {
  const value = getOwn(body, name);
  if (typeof value !== "string" || value === "") {
    throw badRequest("member-missing", `wanted a non-empty text in \`${name}\``, `body.${name}`);
  }
  return value;
}
