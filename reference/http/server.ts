import multipart from "@fastify/multipart";
import Fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../../spec/operations.ts";
import type { Operation } from "../../spec/operations.ts";
import type { Call } from "../core/call.ts";
import { Refusal } from "../core/refusal.ts";
import type { Context } from "../hooks/hooks.ts";
import { enveloped, faceOfPath, handlers } from "../faces/operations.ts";
import { decodeJson } from "../faces/read-json.ts";
import { DatabaseUnreachable } from "../storage/unreachable.ts";
import { answer, asRefusal, jsonReply, refusalReply, send } from "./answer.ts";
import { addDocumentation } from "./documentation.ts";
import { addHealth } from "./health.ts";
import { Metrics } from "./metrics.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on the routes of the interface. */
    call: Call | null;
  }
}

/** How the server speaks with clients and with its operator. */
export interface ServerOptions {
  /** `info`, `debug`, …; silent unless said. */
  readonly logLevel?: string;
  /** Within which a request must have come whole, in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** After which a connection on which nothing moves is cut, in milliseconds. */
  readonly idleTimeoutMs?: number;
}

// Long enough for an upload of a gigabyte on a slow line; a client that sends nothing is cut sooner.
const REQUEST_TIMEOUT_MS = 10 * 60_000;
const IDLE_TIMEOUT_MS = 60_000;

/** The HTTP server with the 18 operations, and beside them documentation, health and metrics. */
export async function buildServer(
  context: Context,
  { logLevel, requestTimeoutMs = REQUEST_TIMEOUT_MS, idleTimeoutMs = IDLE_TIMEOUT_MS }: ServerOptions = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    logger: logLevel === undefined || logLevel === "silent" ? false : { level: logLevel },
    bodyLimit: context.policy.limits.jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    // How often Node.js looks for requests that take too long.
    http: {
      headersTimeout: Math.min(requestTimeoutMs, IDLE_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 4, 30_000),
    },
    keepAliveTimeout: 30_000,
    forceCloseConnections: "idle",
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      const refusal = asRefusal(error) ?? new Refusal(400, "bad-request", "the request cannot be read", "request");
      void send(reply, refusalReply(context, refusal, faceOfPath(request.url)));
    },
  });
  await server.register(multipart, { throwFileSizeLimit: false });
  server.decorateRequest("call", null);
  server.removeContentTypeParser(["application/json", "text/plain"]);
  server.addContentTypeParser(
    /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i,
    { parseAs: "buffer" },
    (_request, body, done) => {
      try {
        done(null, decodeJson(body as Buffer, context.policy.limits.jsonDepth));
      } catch (error) {
        done(error as Error);
      }
    },
  );

  const metrics = new Metrics();
  for (const operation of operations) addOperation(server, context, operation, metrics);
  addErrors(server, context);
  addHealth(server, context, metrics);
  addDocumentation(server);
  return server;
}

function addOperation(server: FastifyInstance, context: Context, operation: Operation, metrics: Metrics): void {
  const { hooks } = context;
  server.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    // Before the body is read, so that a stranger learns nothing about what the body should have been.
    onRequest: async (request, reply) => {
      const call = callOf(operation, request, reply);
      request.call = call;
      await hooks.onRequest(call);
      if (operation.bearer) call.principal = await hooks.authenticate(call, request.headers.authorization);
    },
    handler: async (request, reply) => {
      const call = request.call ?? callOf(operation, request, reply);
      call.body = request.body;
      const outcome = await handlers[operation.kind](context, call, request);
      const prepared =
        "reply" in outcome
          ? outcome.reply
          : jsonReply(200, enveloped(context, call, hooks.payload(call, outcome.payload)));
      return await answer(context, call, reply, prepared);
    },
    onResponse: (_request, reply, done) => {
      metrics.count(operation.id, reply.statusCode, reply.elapsedTime);
      done();
    },
  });
}

function callOf(operation: Operation, request: FastifyRequest, { raw }: FastifyReply): Call {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  const mark = request.url.indexOf("?");
  return {
    operation,
    face: operation.face,
    kind: operation.kind,
    headers: request.headers,
    params: request.params as Readonly<Record<string, string>>,
    queryString: mark === -1 ? "" : request.url.slice(mark + 1),
    address: request.ip,
    gone: gone.signal,
    body: undefined,
    principal: undefined,
  };
}

function addErrors(server: FastifyInstance, context: Context): void {
  server.setErrorHandler(async (error, request, reply) => {
    // What was wrong with the body does not matter where there is nothing to send it to.
    if (request.is404) return notFound(context, request, reply);
    const refusal = asRefusal(error) ?? ownError(error, request);
    if (refusal.status === 503) reply.header("retry-after", "1");
    if (refusal.code === "too-many-logins") reply.header("retry-after", "300");
    const face = request.call?.face ?? faceOfPath(request.url);
    const prepared = refusalReply(context, refusal, face);
    return request.call === null ? send(reply, prepared) : await answer(context, request.call, reply, prepared);
  });
  server.setNotFoundHandler((request, reply) => notFound(context, request, reply));
}

const SHAPES = operations.map(({ path, method }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

function notFound(context: Context, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split("?")[0] ?? "";
  const allowed = SHAPES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  const refusal =
    allowed.length === 0
      ? new Refusal(404, "unknown-path", `no operation at ${path.slice(0, 200)}`, "path")
      : new Refusal(405, "method", `wanted the method ${allowed.join(" or ")}`, "method");
  if (allowed.length > 0) reply.header("allow", allowed.join(", "));
  return send(reply, refusalReply(context, refusal, faceOfPath(path)));
}

// The cause goes to the log; the client only learns that it was not its fault.
function ownError(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof DatabaseUnreachable) {
    request.log.error({ err: error }, "the database does not answer");
    return new Refusal(503, "database-unreachable", "the database does not answer; try again later");
  }
  request.log.error({ err: error }, "unexpected error");
  return new Refusal(500, "internal", "the service failed; its log says why");
}
