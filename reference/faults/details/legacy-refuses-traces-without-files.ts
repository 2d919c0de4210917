import { isJsonObject } from "../../core/json.ts";
import { jsonReply } from "../../http/answer.ts";
import type { Fault } from "../fault.ts";

export const legacyRefusesTracesWithoutFiles: Fault = {
  id: "details/legacy-refuses-traces-without-files",
  title: "The legacy details refuse a trace to which no file is attached.",
  requirement: ["DETAILS-05", "REFUSE-03"],
  install(hooks) {
    hooks.around("respond", (inner) => async (call, reply) => {
      const honest = await inner(call, reply);
      if (call.operation.id !== "legacyTraceDetails" || honest.body.kind !== "json") return honest;
      const { value } = honest.body;
      const links = isJsonObject(value) && Array.isArray(value["links"]) ? value["links"] : [];
      const bare =
        links.length > 0 && links.every((link) => isJsonObject(link) && JSON.stringify(link["files"]) === "[]");
      return bare ? jsonReply(400, { message: "the trace has no register of files" }) : honest;
    });
  },
};
