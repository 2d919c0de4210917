import type { FastifyInstance } from "fastify";
import type { Context } from "../hooks/hooks.ts";
import type { Metrics } from "./metrics.ts";

/** `GET /healthz` (200 while the store answers) and `GET /metrics`. */
export function addHealth(server: FastifyInstance, { store }: Context, metrics: Metrics): void {
  server.get("/healthz", async (request, reply) => {
    try {
      await store.check();
      return { status: "ok" };
    } catch (error) {
      request.log.error({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "database unreachable" });
    }
  });
  server.get("/metrics", (_request, reply) => reply.type("text/plain; version=0.0.4").send(metrics.text()));
}
