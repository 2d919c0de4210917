import type { TraceWrite } from "../core/records.ts";

/** What the UUID names that the v2 action returns. Open point `action-uuid`. */
export type ActionResultPolicy = (write: TraceWrite) => string;

/** The new link. */
export const linkId: ActionResultPolicy = ({ link }) => link.linkId;
