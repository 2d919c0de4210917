/** The first contact with a target: is anybody there, and do the credentials work? */
import { randomUUID } from "node:crypto";
import { operationById } from "../../spec/operations.ts";
import type { Session } from "../execute/session.ts";
import { LoginError, UnreachableError } from "../errors.ts";
import { stateRequest, workflowsRequest, type FaceRequest } from "../faces/build.ts";
import { loginsOf } from "./login.ts";

/** @throws UnreachableError, LoginError */
export async function probeReachability(session: Session): Promise<void> {
  const { environment, tokens } = session;
  const token = await tokens.tokenOf("first");
  if (environment.secrets.accountOf("first").token === undefined) return;
  // A given token is not proved by a login; any answer shows that somebody is there.
  for (const request of looks(environment.organization ?? "unknown")) {
    if ((await statusOf(session, request, token)) !== 401) return;
    // What runs will log in when the token is refused.
    if (loginsOf(environment, "first").length > 0) return;
  }
  throw new LoginError(
    `the token in credentials.token of environment "${environment.name}" is refused: every operation that was tried ` +
      "answered 401. It may have expired: supply a new one, or credentials.privateKey, or credentials.email and " +
      "credentials.password, from which tokens can be had",
    401,
  );
}

/** Reads that need nothing but a valid token, of which a service may get one wrong, or not have it open to this user. */
function looks(organization: string): readonly FaceRequest[] {
  return [
    workflowsRequest(operationById("v2ListWorkflows"), organization),
    workflowsRequest(operationById("legacyListWorkflows"), organization),
    stateRequest(operationById("v2TraceState"), randomUUID()),
  ];
}

/** @throws UnreachableError */
async function statusOf({ client, environment }: Session, { path }: FaceRequest, token: string): Promise<number> {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const { response, failure } = await client.send({ method: "GET", path, headers }, true);
  if (failure && failure.kind !== "oversize") throw new UnreachableError(environment.baseUrl, failure.message);
  return response?.status ?? 200;
}
