import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const thirdFileAndLaterAreLost: Fault = {
  id: "file/third-file-and-later-are-lost",
  title: "Of the files of an action the first two are kept.",
  requirement: ["FILE-04", "FILES-03"],
  install(hooks) {
    inUploads(hooks, (files) => files.slice(0, 2));
  },
};
