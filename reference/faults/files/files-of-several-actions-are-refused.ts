import { badRequest } from "../../core/refusal.ts";
import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const filesOfSeveralActionsAreRefused: Fault = {
  id: "files/files-of-several-actions-are-refused",
  title: "An archive of files of several actions is refused.",
  requirement: ["FILES-07", "REFUSE-03"],
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      const own = attachments.filter(({ traceId }) => traceId === traceIdOf(call));
      const actions = wanted.map((digest) => own.find(({ file }) => file.digest === digest)?.position);
      if (call.kind === "files" && new Set(actions).size > 1)
        throw badRequest("several-actions", "wanted files of one action");
      return inner(call, wanted, found);
    });
  },
};
