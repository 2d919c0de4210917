import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const uploadsGetALineEnd: Fault = {
  id: "file/uploads-get-a-line-end",
  title: "A file that does not end with a line end gets one when it is attached.",
  requirement: ["FILE-01", "FILES-05"],
  install(hooks) {
    inUploads(hooks, (files) =>
      files.map((file) => {
        if (file.inline === undefined || file.size === 0 || file.inline.at(-1) === 10) return file;
        return { ...file, inline: Buffer.concat([file.inline, Buffer.from("\n")]), size: file.size + 1 };
      }),
    );
  },
};
