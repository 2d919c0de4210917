import type { FastifyReply } from "fastify";
import type { Call, Face } from "../core/call.ts";
import { Refusal } from "../core/refusal.ts";
import type { Reply } from "../core/records.ts";
import type { Context } from "../hooks/hooks.ts";

/** Sends an answer. JSON is written here and nowhere else. */
export function send(reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  reply.code(status).headers(headers);
  return reply.send(body.kind === "json" ? JSON.stringify(body.value) : body.value);
}

/** The answer with a JSON body. */
export function jsonReply(status: number, value: unknown, contentType = "application/json; charset=utf-8"): Reply {
  return { status, headers: { "content-type": contentType }, body: { kind: "json", value } };
}

/** The answer to a request that was declined. */
export function refusalReply({ policy }: Context, refusal: Refusal, face: Face): Reply {
  const reply = jsonReply(policy.errors.status(refusal), policy.errors.body(refusal, face), policy.errors.contentType);
  if (refusal.status === 401) reply.headers["www-authenticate"] = "Bearer";
  return reply;
}

/** Answers a call, by way of the last hook. */
export async function answer(
  context: Context,
  call: Call,
  reply: FastifyReply,
  prepared: Reply,
): Promise<FastifyReply> {
  return send(reply, await context.hooks.respond(call, prepared));
}

/** Says in the terms of this service what went wrong; undefined for an error that is the service's own. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { statusCode, code } = error as Error & { statusCode?: unknown; code?: unknown };
  // The multipart parser has no status for a form that breaks off or has no boundary.
  if (
    /multipart|boundary|Part terminated|Malformed part|end of form/i.test(error.message) &&
    statusCode === undefined
  ) {
    return new Refusal(400, "bad-multipart", `the multipart body cannot be read: ${error.message}`, "body");
  }
  if (typeof code === "string" && UNKEEPABLE.has(code)) {
    return new Refusal(400, "unkeepable", "the request holds a value that cannot be stored", "body");
  }
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode > 499) return undefined;
  const name = typeof code === "string" ? (NAMES[code] ?? "bad-request") : "bad-request";
  return new Refusal(statusCode === 406 ? 400 : statusCode, name, error.message, "request");
}

// Errors of PostgreSQL that are about the values sent: bad text, numbers out of range, too deep, too many.
const UNKEEPABLE = new Set(["22P05", "22021", "22P02", "22003", "54000", "54001", "54011"]);

const NAMES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "content-type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "not-json",
  FST_ERR_BAD_URL: "bad-url",
  FST_INVALID_JSON_FIELD_ERROR: "not-json",
  FST_PARTS_LIMIT: "too-many-parts",
  FST_FILES_LIMIT: "too-many-files",
  FST_FIELDS_LIMIT: "too-many-fields",
};
