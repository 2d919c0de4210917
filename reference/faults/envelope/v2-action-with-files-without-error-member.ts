import { rewriteBody, members } from "../../hooks/rewrite.ts";
import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const v2ActionWithFilesWithoutErrorMember: Fault = {
  id: "envelope/v2-action-with-files-without-error-member",
  title: "A v2 action that brings files is answered without the member `error`.",
  requirement: ["ENV-01", "ACT-01"],
  install(hooks) {
    const written = rememberWrites(hooks);
    rewriteBody(hooks, { face: "v2", kind: "act" }, (body, call) =>
      written(call)?.files.length === 0 ? body : { data: members(body)["data"] },
    );
  },
};
