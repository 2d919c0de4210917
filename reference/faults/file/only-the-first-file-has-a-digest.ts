import { members } from "../../hooks/rewrite.ts";
import type { Fault } from "../fault.ts";

export const onlyTheFirstFileHasADigest: Fault = {
  id: "file/only-the-first-file-has-a-digest",
  title: "A link lists the digest of its first file alone.",
  requirement: "FILE-04",
  install(hooks) {
    hooks.around("presentLink", (inner) => (call, link) => {
      const shown = inner(call, link);
      const files = Array.isArray(shown["files"]) ? shown["files"] : [];
      return {
        ...shown,
        files: files.map((file, index) => {
          const { digest, ...rest } = members(file);
          return index === 0 && digest !== undefined ? { ...rest, digest } : rest;
        }),
      };
    });
  },
};
