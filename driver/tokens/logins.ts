/** Getting a token with what an account has: a given token, a private key, or email and password. */
import { setTimeout as sleep } from "node:timers/promises";
import { operationById, type OperationId } from "../../spec/operations.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import { accountKey, settingName } from "../../spec/vocabulary/setting-name.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import { readJson } from "../client/json-text.ts";
import type { Environment } from "../environment.ts";
import { LoginError, UnreachableError } from "../errors.ts";
import { loginRequest } from "../faces/build.ts";
import type { Credentials } from "../secrets/secrets.ts";
import type { Cookies } from "./cookies.ts";
import type { Login, UserLogins } from "./user-tokens.ts";
import { deniesTheForm } from "./denied-form.ts";

/** Servers take headers of 8 to 64 kB, and each request would carry it. */
const maxTokenLength = 65_536;

/** Why a token is not sent, though a login gave it; undefined where it is. */
export function whyUnsendable(token: string): string | undefined {
  if (token.length > maxTokenLength) return `a token of ${String(token.length)} characters, which no server takes`;
  // What a line of headers takes (RFC 9110, section 5.5): a break would begin another header.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(token) ? undefined : "a token with characters that no header takes";
}

/** A target that is starting or restarting is waited for, all logins of a run together for so long, with such rests. */
const [mostAwayMs, awayRestMs] = [15_000, 1_000];

/** The logins of a target, which all users share. */
export class Logins {
  readonly #client: Client;
  readonly #environment: Environment;
  readonly #cookies: Cookies;
  /** Logins whose tokens never worked; used only where no other login is left. */
  readonly #useless = new Set<OperationId>();
  #awayMs = 0;

  constructor(client: Client, environment: Environment, cookies: Cookies) {
    this.#client = client;
    this.#environment = environment;
    this.#cookies = cookies;
  }

  of(actor: Account): UserLogins {
    const { secrets } = this.#environment;
    const ways = waysOf(secrets.accountOf(actor));
    return {
      logIn: () => this.#logInOnceBack(actor, ways),
      turnAwayFrom: (login) => {
        if (login !== undefined) this.#useless.add(login);
        return this.#others(ways).length > 0;
      },
      keepSecret: (token) => secrets.addToken(token),
    };
  }

  async #logInOnceBack(actor: Account, ways: readonly Way[]): Promise<Login> {
    try {
      return await this.#logIn(actor, ways);
    } catch (error) {
      if (!isAway(error) || this.#awayMs >= mostAwayMs) throw error;
      this.#awayMs += awayRestMs;
      await sleep(awayRestMs);
      return this.#logInOnceBack(actor, ways);
    }
  }

  /** A token of the first login that gives one. */
  async #logIn(actor: Account, all: readonly Way[]): Promise<Login> {
    const others = this.#others(all);
    let firstError: LoginError | UnreachableError | undefined;
    for (const way of others.length > 0 ? others : all) {
      try {
        const heard = (headers: Readonly<Record<string, string>>): void => {
          this.#cookies.hear(actor, headers);
        };
        return { ...(await attempt(this.#client, this.#environment, { ...way, actor }, heard)), by: way.operationId };
      } catch (error) {
        if (!(error instanceof LoginError || error instanceof UnreachableError)) throw error;
        // The error of the first login is reported: it is the one that the configuration prefers. But where another login
        // speaks of the credentials, they may be wrong.
        if (firstError === undefined || (isOfForm(firstError) && !isOfForm(error))) firstError = error;
      }
    }
    throw firstError ?? new LoginError(missing(this.#environment, actor));
  }

  #others(ways: readonly Way[]): readonly Way[] {
    return ways.filter(({ operationId }) => !this.#useless.has(operationId));
  }
}

/** True where the target is there, and what does its work is not. */
const isAway = (error: unknown): boolean => error instanceof LoginError && [502, 503, 504].includes(error.status ?? 0);

const isOfForm = (error: LoginError | UnreachableError): boolean => error instanceof LoginError && error.deniesForm;

/** True where the account has the credentials that the login needs. */
export function canLogIn(environment: Environment, actor: Account): boolean {
  return waysOf(environment.secrets.accountOf(actor)).length > 0;
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

async function attempt(
  client: Client,
  environment: Environment,
  way: Way & { readonly actor: Account },
  onLogin: (headers: Readonly<Record<string, string>>) => void,
): Promise<Omit<Login, "by">> {
  const { path, contentType = "application/json", bytes } = loginRequest(operationById(way.operationId), way.members);
  const headers = { "content-type": contentType, accept: "application/json" };
  const wire = { method: "POST", path, headers, ...(bytes ? { body: bytes } : {}) } as const;
  const reply = await client.send(wire, true, [way.operationId, "logins"]);
  const url = environment.baseUrl + path;
  if (!reply.response) throw new UnreachableError(url, reply.failure?.message ?? "no answer", environment);
  const { status, body } = reply.response;
  if (status === 407)
    throw new UnreachableError(url, "the proxy wants another user name or password (407)", environment);
  const reading = readJson(body);
  const token = "value" in reading ? tokenIn(reading.value) : undefined;
  if (status >= 200 && status < 300 && token !== undefined) {
    const unsendable = whyUnsendable(token);
    onLogin(reply.response.headers);
    if (unsendable === undefined) return { token, atMs: reply.sentAtMs };
    environment.secrets.addToken(token);
    throw new LoginError(`POST ${url} answered with ${unsendable}`, status);
  }
  const got = token === undefined && status < 300 ? " without a token" : "";
  const message = `POST ${url} answered ${String(status)}${got}; ${remedyFor(status, environment, way)}`;
  throw new LoginError(message, status, deniesTheForm(status, body));
}

function remedyFor(
  status: number,
  environment: Environment,
  { members, actor }: Way & { readonly actor: Account },
): string {
  const given = Object.keys(members).map((member) => settingName(environment, `${accountKey(actor)}.${member}`));
  if (status === 429) return "too many logins: wait, and let fewer runs share the user";
  if (status >= 500) return "the service fails by itself: look at its log";
  if (status < 300) return "this is not what a login answers";
  return `check ${given.join(" and ")}`;
}

/** The token of a login response on either face. */
export function tokenIn(document: Json): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const { token, data } = document;
  if (typeof token === "string" && token !== "") return token;
  return data === undefined ? undefined : tokenIn(isJsonObject(data) ? { ...data, data: null } : null);
}

function missing(environment: Environment, actor: Account): string {
  const entry = accountKey(actor);
  const at = (member: string): string => settingName(environment, `${entry}.${member}`);
  const token = actor === "first" ? `, or ${at("token")}` : "";
  const wanted = `${at("privateKey")}, or ${at("email")} and ${at("password")}${token}`;
  return `environment "${environment.name}" has no credentials of the ${actor} user; set ${wanted}`;
}
