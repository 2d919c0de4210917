/** The first contact with a target: is anybody there who speaks the interface, and do the credentials work? */
import { randomUUID } from "node:crypto";
import { operationById } from "../../spec/operations.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Client } from "../client/client.ts";
import type { WireResponse } from "../client/receive.ts";
import type { Environment } from "../environment.ts";
import { LoginError, UnreachableError, WrongAddressError } from "../errors.ts";
import { stateRequest, workflowsRequest, type FaceRequest } from "../faces/build.ts";
import { canLogIn } from "./logins.ts";
import type { Tokens } from "./tokens.ts";

interface Contact {
  readonly client: Client;
  readonly environment: Environment;
  readonly tokens: Tokens;
}

/** @throws UnreachableError, LoginError, WrongAddressError */
export async function makeFirstContact(contact: Contact): Promise<void> {
  await beginAsFirst(contact);
  await logInOthers(contact);
}

/**
 * Credentials that are refused are a matter of the configuration, whoever has them. Where a login fails by itself, or brings
 * no token, that is a finding about the target, which is left to what is judged.
 * @throws LoginError naming the account
 */
async function logInOthers({ environment, tokens }: Contact): Promise<void> {
  const users = (environment.people ?? []).map(({ account }) => account);
  const others = [...new Set<Account>(["second", ...users])].filter((account) => account !== "first");
  const logins = others
    .filter((account) => canLogIn(environment, account))
    .map((account) => tokens.of(account).current());
  for (const login of await Promise.allSettled(logins)) {
    if (login.status === "fulfilled" || !(login.reason instanceof LoginError)) continue;
    const { status = 0, deniesForm } = login.reason;
    if (status >= 400 && status < 500 && status !== 429 && !deniesForm) throw login.reason;
  }
}

async function beginAsFirst(contact: Contact): Promise<void> {
  const { environment, tokens } = contact;
  let token: string;
  try {
    token = await tokens.of("first").current();
  } catch (error) {
    // A login that is missing, moved or a web page may say as much of the address as of the login.
    // Without credentials nothing was sent yet.
    const status = error instanceof LoginError ? (error.status ?? 0) : 401;
    if (status < 400 || status === 404 || status === 405) await expectInterface(contact);
    throw error;
  }
  if (environment.secrets.accountOf("first").token === undefined) return;
  // A configured token needs no login, so any answer of the interface shows that the target is reachable.
  let refused = 0;
  const all = looks(environment.organization ?? "unknown");
  for (const request of all) {
    const answer = await ask(contact, request, token);
    if (answer && !speaks(answer)) continue;
    if (answer?.status !== 401) return;
    refused += 1;
    // Where it is refused, the run logs in by itself.
    if (canLogIn(environment, "first")) return;
  }
  await expectInterface(contact);
  // An unknown organization or trace may be answered like an address that is none.
  if (refused < all.length) return;
  const other = ["credentials.privateKey", "credentials.email", "credentials.password"].map((key) =>
    settingName(environment, key),
  );
  throw new LoginError(
    `the token in ${settingName(environment, "credentials.token")} is refused: every operation that was tried ` +
      `answered 401. It may have expired: supply a new one, or ${other[0] ?? ""}, or ${other[1] ?? ""} and ` +
      `${other[2] ?? ""}, from which tokens can be had`,
    401,
  );
}

/**
 * Passes where any operation that wants a token asks for one, or answers JSON with a success.
 * @throws WrongAddressError where none does: then no finding about the target can be had there
 */
async function expectInterface(contact: Contact): Promise<void> {
  const { environment } = contact;
  const seen = new Map<string, string[]>();
  for (const request of looks(environment.organization ?? "unknown")) {
    const answer = await ask(contact, request);
    if (!answer || speaks(answer)) return;
    const said = answerText(answer);
    seen.set(said, [...(seen.get(said) ?? []), `GET ${request.path}`]);
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      const remedy = `redirects are not followed with credentials; give the address that answers itself as ${settingName(environment, "baseUrl")}`;
      throw new WrongAddressError(
        `${environment.baseUrl} answers with a redirect to ${location.slice(0, 200)}; ${remedy}`,
      );
    }
  }
  const answers = [...seen].map(
    ([said, asked]) => `${asked.join(", ").replace(/, (?=[^,]*$)/, " and ")} answered ${said}`,
  );
  throw new WrongAddressError(
    `nothing at ${environment.baseUrl} speaks the interface: ${answers.join("; ")}. ` +
      `Check host, port and path in ${settingName(environment, "baseUrl")}: operations are looked for at ${environment.baseUrl}/v2/… and ${environment.baseUrl}/trace/…`,
  );
}

function speaks({ status, headers }: WireResponse): boolean {
  const isPage = /html/i.test(headers["content-type"] ?? "");
  if (status === 401 || (status === 403 && !isPage) || status === 429 || status >= 500) return true;
  return !isPage && status !== 404 && status !== 405 && (status < 300 || status >= 400);
}

function answerText({ status, headers, body }: WireResponse): string {
  const text = new TextDecoder()
    .decode(body.subarray(0, 400))
    .replaceAll(/<[^<>]*>|\s+/g, " ")
    .trim();
  const type = headers["content-type"];
  return `${String(status)}${type === undefined ? "" : ` (${type})`}${text === "" ? "" : ` "${text.replaceAll(/ +/g, " ").slice(0, 120)}"`}`;
}

/** Reads that need only a valid token. More than one, because a target may have one broken or closed to this user. */
function looks(organization: string): readonly FaceRequest[] {
  return [
    workflowsRequest(operationById("v2ListWorkflows"), organization),
    workflowsRequest(operationById("legacyListWorkflows"), organization),
    stateRequest(operationById("v2TraceState"), randomUUID()),
  ];
}

/** Undefined for an answer that is too large to be read. @throws UnreachableError */
async function ask(
  { client, environment }: Contact,
  { path }: FaceRequest,
  token?: string,
): Promise<WireResponse | undefined> {
  const headers = { accept: "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const { response, failure } = await client.send({ method: "GET", path, headers }, true);
  if (failure && failure.kind !== "oversize")
    throw new UnreachableError(environment.baseUrl, failure.message, environment);
  return response;
}
