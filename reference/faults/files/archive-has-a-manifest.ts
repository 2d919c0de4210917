import { Readable } from "node:stream";
import type { Fault } from "../fault.ts";

export const archiveHasAManifest: Fault = {
  id: "files/archive-has-a-manifest",
  title: "An archive has one more file, with the names of the others.",
  requirement: "FILES-04",
  install(hooks) {
    const digest = "manifest";
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const manifest = { digest, fileName: "manifest.txt", partName: "", contentType: "text/plain", size: 10 };
      return [...inner(call, entries), { name: "manifest.txt", file: manifest }];
    });
    hooks.around(
      "content",
      (inner) => (call, file) =>
        file.digest === digest ? Readable.from([Buffer.from("1 archive\n")]) : inner(call, file),
    );
  },
};
