import type { Face } from "../core/call.ts";
import type { Refusal } from "../core/refusal.ts";

/** Statuses and bodies of refusals, and the envelope of v2. Open points `error-statuses`, `error-bodies`, `error-on-success`. */
export interface ErrorPolicy {
  status(refusal: Refusal): number;
  body(refusal: Refusal, face: Face): unknown;
  contentType: string;
  /** The envelope of a successful v2 answer. */
  success(payload: unknown): unknown;
}

/** `{code, message, where}`; v2 puts it in the member `error` beside `data: null`. */
export const plainErrors: ErrorPolicy = {
  status: (refusal) => refusal.status,
  body(refusal, face) {
    const error = describe(refusal);
    return face === "v2" ? { error, data: null } : error;
  },
  contentType: "application/json; charset=utf-8",
  success: (data) => ({ error: null, data }),
};

/** The refusal as a JSON object. */
export function describe({ code, message, where }: Refusal): { code: string; message: string; where?: string } {
  return { code, message, ...(where === undefined ? {} : { where }) };
}
