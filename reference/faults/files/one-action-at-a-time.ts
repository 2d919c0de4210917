import { rememberAttachments, traceIdOf } from "../support/attachments.ts";
import type { Fault } from "../fault.ts";

export const oneActionAtATime: Fault = {
  id: "files/one-action-at-a-time",
  title: "An archive holds files of one action, that of the first digest.",
  requirement: ["FILES-07", "FILES-03"],
  install(hooks) {
    const attachments = rememberAttachments(hooks);
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      const files = inner(call, wanted, found);
      if (call.kind !== "files") return files;
      const actionOf = (digest: string | undefined): number | undefined =>
        attachments.find(({ traceId, file }) => traceId === traceIdOf(call) && file.digest === digest)?.position;
      return files.filter(({ digest }) => actionOf(digest) === actionOf(files[0]?.digest));
    });
  },
};
