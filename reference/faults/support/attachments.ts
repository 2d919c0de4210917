import type { Call } from "../../core/call.ts";
import { inScope } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { FileRecord } from "../../core/records.ts";
import { Refusal } from "../../core/refusal.ts";
import type { Hooks } from "../../core/seams.ts";

/** A file and the action to which it was attached. */
export interface Attachment {
  readonly traceId: string;
  /** Of the link, from 1. */
  readonly position: number;
  readonly file: FileRecord;
  /** How it was uploaded. */
  readonly call: Call;
}

/** Every file that was attached so far, oldest first. */
export function rememberAttachments(hooks: Hooks): readonly Attachment[] {
  const attachments: Attachment[] = [];
  hooks.around("written", (inner) => async (call, write) => {
    await inner(call, write);
    const { traceId } = write.trace;
    for (const { partName, fileName, contentType, size, digest } of write.files) {
      const file = { partName, fileName, contentType, size, digest };
      attachments.push({ traceId, position: write.link.position, file, call });
    }
  });
  return attachments;
}

/** The id of the trace in the path. */
export const traceIdOf = (call: Call): string => (call.params["traceId"] ?? "").toLowerCase();

/** Answers for digests that the trace does not have. @param find the file to serve instead; undefined for none */
export function serveUnknown(
  hooks: Hooks,
  scope: Scope,
  find: (digest: string, call: Call) => FileRecord | undefined,
): void {
  hooks.around("selectFiles", (inner) => (call, wanted, found) => {
    if (!inScope(call, scope)) return inner(call, wanted, found);
    return wanted.flatMap((digest) => {
      try {
        return inner(call, [digest], found);
      } catch (refusal) {
        const file = refusal instanceof Refusal ? find(digest, call) : undefined;
        if (file === undefined) throw refusal;
        return [file];
      }
    });
  });
}
