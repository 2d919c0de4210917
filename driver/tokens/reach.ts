/** The first contact with a target: is anybody there, and do the credentials work? */
import { operationById } from "../../spec/operations.ts";
import { UnreachableError } from "../errors.ts";
import { workflowsRequest } from "../faces/build.ts";
import type { Session } from "../execute/session.ts";

/** @throws UnreachableError, LoginError */
export async function probeReachability({ client, environment, tokens }: Session): Promise<void> {
  await tokens.tokenOf("first");
  if (environment.secrets.accountOf("first").token === undefined) return;
  // A given token is not proved by a login; any answer shows that somebody is there.
  const { path } = workflowsRequest(operationById("v2ListWorkflows"), environment.organization ?? "unknown");
  const reply = await client.send({ method: "GET", path, headers: { accept: "application/json" } }, true);
  if (reply.failure && reply.failure.kind !== "oversize") {
    throw new UnreachableError(environment.baseUrl, reply.failure.message);
  }
}
