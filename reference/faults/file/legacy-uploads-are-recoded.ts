import { inUploads } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

export const legacyUploadsAreRecoded: Fault = {
  id: "file/legacy-uploads-are-recoded",
  title: "Files attached through the legacy face are taken for ISO 8859-1 and kept in UTF-8.",
  requirement: ["FILE-01", "FILES-05"],
  install(hooks) {
    inUploads(
      hooks,
      (files) =>
        files.map((file) => {
          if (file.inline === undefined) return file;
          const inline = Buffer.from(file.inline.toString("latin1"), "utf8");
          return { ...file, inline, size: inline.length };
        }),
      { face: "legacy" },
    );
  },
};
