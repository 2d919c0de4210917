/** Getting a token with what an account has: a given token, a private key, or email and password. */
import { operationById, type OperationId } from "../../spec/operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/vocabulary/json.ts";
import type { Actor } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import { readJson } from "../client/json-text.ts";
import type { Environment } from "../environment.ts";
import { LoginError, UnreachableError } from "../errors.ts";
import { loginRequest } from "../faces/build.ts";
import type { Credentials } from "../secrets.ts";

export interface Login {
  readonly token: string;
  /** The operation that gave it. */
  readonly by: OperationId;
}

/**
 * A fresh token for the actor, by the first login that gives one.
 * @param avoid logins whose tokens the target refuses; taken only where there is no other
 * @throws LoginError, UnreachableError
 */
export async function logIn(
  client: Client,
  environment: Environment,
  actor: Actor,
  avoid: ReadonlySet<OperationId> = new Set(),
): Promise<Login> {
  const all = waysOf(environment.secrets.accountOf(actor));
  if (all.length === 0) throw new LoginError(missing(environment.name, actor));
  const others = all.filter(({ operationId }) => !avoid.has(operationId));
  let lastError: LoginError | UnreachableError | undefined;
  for (const way of others.length > 0 ? others : all) {
    try {
      return { token: await attempt(client, environment, way), by: way.operationId };
    } catch (error) {
      if (!(error instanceof LoginError || error instanceof UnreachableError)) throw error;
      // What the first way met tells most: it is the one that the configuration prefers.
      lastError ??= error;
    }
  }
  throw lastError ?? new LoginError(missing(environment.name, actor));
}

/** The logins that an actor's credentials allow, those first that the configuration prefers. */
export function loginsOf(environment: Environment, actor: Actor): readonly OperationId[] {
  return waysOf(environment.secrets.accountOf(actor)).map(({ operationId }) => operationId);
}

interface Way {
  readonly operationId: OperationId;
  readonly members: JsonObject;
}

function waysOf({ email, password, privateKey }: Credentials): Way[] {
  const ways: Way[] = [];
  if (privateKey !== undefined) ways.push({ operationId: "v2LoginPrivateKey", members: { privateKey } });
  if (email !== undefined && password !== undefined) {
    ways.push({ operationId: "v2LoginCredential", members: { email, password } });
    ways.push({ operationId: "legacyLoginCredential", members: { email, password } });
  }
  return ways;
}

async function attempt(client: Client, environment: Environment, way: Way): Promise<string> {
  const { path, contentType = "application/json", bytes } = loginRequest(operationById(way.operationId), way.members);
  const headers = { "content-type": contentType, accept: "application/json" };
  const wire = { method: "POST", path, headers, ...(bytes ? { body: bytes } : {}) } as const;
  const reply = await client.send(wire, true, [way.operationId, "logins"]);
  const url = environment.baseUrl + path;
  if (!reply.response) throw new UnreachableError(url, reply.failure?.message ?? "no answer");
  const { status, body } = reply.response;
  if (status === 407) throw new UnreachableError(url, "the proxy wants another user name or password (407)");
  const reading = readJson(body);
  const token = "value" in reading ? tokenIn(reading.value) : undefined;
  if (status >= 200 && status < 300 && token !== undefined) return token;
  const given = Object.keys(way.members).join(" and ");
  const got = token === undefined && status < 300 ? "without a token" : "";
  throw new LoginError(
    `POST ${url} answered ${String(status)} ${got}; check ${given} of environment "${environment.name}"`.replace(
      "  ",
      " ",
    ),
    status,
  );
}

/** The token of a login response on either face. */
export function tokenIn(document: Json): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const { token, data } = document;
  if (typeof token === "string" && token !== "") return token;
  return data === undefined ? undefined : tokenIn(isJsonObject(data) ? { ...data, data: null } : null);
}

function missing(environment: string, actor: Actor): string {
  const key = actor === "first" ? "credentials" : "secondUser";
  const wanted = `${key}.privateKey, or ${key}.email and ${key}.password${actor === "first" ? ", or credentials.token" : ""}`;
  return `environment "${environment}" has nothing to log the ${actor} user in with; set ${wanted}`;
}
