import type { Hooks } from "../../core/seams.ts";
import { rewriteReply } from "../../hooks/rewrite.ts";

/** Writes JSON answers in another way. @param write from the value to the text */
export function writtenJson(hooks: Hooks, contentType: string, write: (value: unknown) => string): void {
  rewriteReply(hooks, {}, (reply) =>
    reply.body.kind === "json"
      ? {
          ...reply,
          headers: { ...reply.headers, "content-type": contentType },
          body: { kind: "bytes", value: Buffer.from(write(reply.body.value)) },
        }
      : reply,
  );
}
