import type { Face } from "../core/call.ts";
import { badRequest } from "../core/refusal.ts";

/** The query parameter with the list of digests. Open point `digest-list-query`. */
export interface DigestQueryPolicy {
  /** @param queryString as it stands after `?` @throws Refusal when there is no list */
  read(queryString: string, face: Face): string[];
}

/** One parameter per digest: `digests=a&digests=b`. */
export const repeatedParameter: DigestQueryPolicy = {
  read: (queryString) => required(new URLSearchParams(queryString).getAll("digests"), "digests"),
};

/** The list, or a refusal when it is empty; empty items are left to the lookup, which knows no such digest. */
export function required(digests: string[], parameter: string): string[] {
  if (digests.length === 0) {
    throw badRequest("digests-missing", `name at least one file: ?${parameter}=…`, `query.${parameter}`);
  }
  return digests;
}
