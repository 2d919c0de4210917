import { rewritePayload } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const v2AnswersAnObject: Fault = {
  id: "creation/v2-answers-an-object",
  title: "The v2 creation answers an object with the UUID in it.",
  requirement: "CREATE-01",
  install(hooks) {
    rewritePayload(hooks, { face: "v2", kind: "create" }, (traceId) => ({ traceId }));
  },
};
