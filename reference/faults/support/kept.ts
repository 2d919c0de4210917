import type { Call } from "../../core/call.ts";
import type { Hooks } from "../../hooks/hooks.ts";

/** What was answered to an address, as a cache knows it that looks at nothing else. */
export interface Kept {
  /** True where a download was given out before. */
  wasGiven(call: Call): boolean;
  /** True where a download was refused before, and not given out since. */
  wasRefused(call: Call): boolean;
}

/** Remembers for each address of a download how it was answered last. */
export function rememberDownloads(hooks: Hooks): Kept {
  const answers = new Map<string, boolean>();
  hooks.around("respond", (inner) => (call, reply) => {
    if (isDownload(call)) answers.set(addressOf(call), reply.status < 400);
    return inner(call, reply);
  });
  const answered = (call: Call, how: boolean): boolean => isDownload(call) && answers.get(addressOf(call)) === how;
  return { wasGiven: (call) => answered(call, true), wasRefused: (call) => answered(call, false) };
}

const isDownload = ({ kind }: Call): boolean => kind === "file" || kind === "files";

const addressOf = ({ operation, params, queryString }: Call): string =>
  JSON.stringify([operation.id, params, queryString]);
