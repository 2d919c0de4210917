import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const twoFilesChangePlaces: Fault = {
  id: "file/two-files-change-places",
  title: "When an action brings two files or more, the first two are kept under each other's digest.",
  requirement: ["FILE-01", "FILES-05"],
  install(hooks) {
    inUploads(hooks, (files) => {
      const [first, second, ...rest] = files;
      if (first?.inline === undefined || second?.inline === undefined) return files;
      return [
        { ...first, inline: second.inline, size: second.size },
        { ...second, inline: first.inline, size: first.size },
        ...rest,
      ];
    });
  },
};
