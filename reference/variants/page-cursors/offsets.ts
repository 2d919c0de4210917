import { unknownCursor } from "../../policy/page.ts";
import type { Variant } from "../variant.ts";

export const pageCursorsOffsets: Variant = {
  id: "page-cursors/offsets",
  title: "A cursor is the number of the link, as text.",
  openPoint: "page-cursors",
  install(hooks) {
    hooks.policy.page.encodeCursor = ({ position }) => String(position);
    hooks.policy.page.decodeCursor = (cursor) => {
      if (!/^[1-9]\d{0,8}$/.test(cursor)) throw unknownCursor();
      return Number(cursor);
    };
  },
};
