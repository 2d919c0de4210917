import { rewritePayload, members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const startCursorIsAnObject: Fault = {
  id: "pages/start-cursor-is-an-object",
  title: "`startCursor` is an object with the cursor in it.",
  requirement: "PAGE-13",
  install(hooks) {
    rewritePayload(hooks, { kind: "details" }, (payload) => {
      const page = members(payload);
      const info = members(page["info"]);
      return { ...page, info: { ...info, startCursor: { cursor: info["startCursor"] ?? null } } };
    });
  },
};
