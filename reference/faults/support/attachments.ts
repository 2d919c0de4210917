import type { Call } from "../../core/call.ts";
import { inScope, onWritten } from "../../hooks/rewrite.ts";
import type { Scope } from "../../hooks/rewrite.ts";
import type { FileRecord } from "../../core/records.ts";
import { Refusal } from "../../core/refusal.ts";
import type { Hooks } from "../../hooks/hooks.ts";

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
  onWritten(hooks, ({ link, files }, call) => {
    for (const file of files)
      attachments.push({ traceId: link.traceId, position: link.position, file: fileRecord(file), call });
  });
  return attachments;
}

/** A file as a link lists it, without its bytes. */
export const fileRecord = ({ partName, fileName, contentType, size, digest }: FileRecord): FileRecord => ({
  partName,
  fileName,
  contentType,
  size,
  digest,
});

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
