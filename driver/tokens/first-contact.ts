/** The first contact with a target: is anybody there, and do the credentials work? */
import { randomUUID } from "node:crypto";
import { operationById } from "../../spec/operations.ts";
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import { LoginError, UnreachableError } from "../errors.ts";
import { stateRequest, workflowsRequest, type FaceRequest } from "../faces/build.ts";
import { canLogIn } from "./logins.ts";
import type { Tokens } from "./tokens.ts";

interface Contact {
  readonly client: Client;
  readonly environment: Environment;
  readonly tokens: Tokens;
}

/** @throws UnreachableError, LoginError */
export async function makeFirstContact(contact: Contact): Promise<void> {
  const { environment, tokens } = contact;
  const token = await tokens.of.first.current();
  if (environment.secrets.accountOf("first").token === undefined) return;
  // A configured token needs no login, so any answer at all shows that the target is reachable.
  for (const request of looks(environment.organization ?? "unknown")) {
    if ((await statusOf(contact, request, token)) !== 401) return;
    // Where it is refused, the run logs in by itself.
    if (canLogIn(environment, "first")) return;
  }
  throw new LoginError(
    `the token in credentials.token of environment "${environment.name}" is refused: every operation that was tried ` +
      "answered 401. It may have expired: supply a new one, or credentials.privateKey, or credentials.email and " +
      "credentials.password, from which tokens can be had",
    401,
  );
}

/** Reads that need only a valid token. More than one, because a target may have one broken or closed to this user. */
function looks(organization: string): readonly FaceRequest[] {
  return [
    workflowsRequest(operationById("v2ListWorkflows"), organization),
    workflowsRequest(operationById("legacyListWorkflows"), organization),
    stateRequest(operationById("v2TraceState"), randomUUID()),
  ];
}

/** @throws UnreachableError */
async function statusOf({ client, environment }: Contact, { path }: FaceRequest, token: string): Promise<number> {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const { response, failure } = await client.send({ method: "GET", path, headers }, true);
  if (failure && failure.kind !== "oversize") throw new UnreachableError(environment.baseUrl, failure.message);
  return response?.status ?? 200;
}
