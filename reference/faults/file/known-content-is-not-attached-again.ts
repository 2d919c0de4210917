import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const knownContentIsNotAttachedAgain: Fault = {
  id: "file/known-content-is-not-attached-again",
  title: "A file whose content was attached before, in whichever trace, is not attached again.",
  requirement: "FILE-04",
  install(hooks) {
    const known = new Set<string>();
    inUploads(hooks, (files) =>
      files.filter(({ digest }) => {
        const isNew = !known.has(digest);
        known.add(digest);
        return isNew;
      }),
    );
  },
};
