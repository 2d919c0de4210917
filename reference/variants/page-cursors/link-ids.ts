import { unknownCursor } from "../../policy/page.ts";
import type { Variant } from "../variant.ts";

export const pageCursorsLinkIds: Variant = {
  id: "page-cursors/link-ids",
  title: "A cursor is the id of a link.",
  openPoint: "page-cursors",
  install(hooks) {
    // Cursors are remembered as they are given out; a service with its own tables would look the link up.
    const positions = new Map<string, { position: number; traceId: string }>();
    hooks.policy.page.encodeCursor = ({ linkId, position, traceId }) => {
      positions.set(linkId, { position, traceId });
      return linkId;
    };
    hooks.policy.page.decodeCursor = (cursor, traceId) => {
      const known = positions.get(cursor);
      if (known?.traceId !== traceId) throw unknownCursor();
      return known.position;
    };
  },
};
