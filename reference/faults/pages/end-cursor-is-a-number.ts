import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const endCursorIsANumber: Fault = {
  id: "pages/end-cursor-is-a-number",
  title: "`endCursor` is a number.",
  requirement: "PAGE-13",
  install(hooks) {
    rewritePayload(hooks, { kind: "details" }, (payload) => {
      const page = members(payload);
      return { ...page, info: { ...members(page["info"]), endCursor: Number(page["totalCount"]) } };
    });
  },
};
