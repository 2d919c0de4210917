import { createHash } from "node:crypto";
import type { Fault } from "../fault.ts";

export const sameLengthIsTheSameFile: Fault = {
  id: "file/same-length-is-the-same-file",
  title: "Files of the same length are taken for the same content.",
  requirement: ["FILE-01", "FILE-04", "FILES-05"],
  install(hooks) {
    hooks.policy.digest = {
      start() {
        let size = 0;
        return {
          update: (bytes) => void (size += bytes.length),
          finish: () => createHash("sha256").update(String(size)).digest("hex"),
        };
      },
    };
  },
};
