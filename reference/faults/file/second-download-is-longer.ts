import { inContent } from "../support/bytes.ts";
import { counter } from "../support/counting.ts";
import type { Fault } from "../fault.ts";

export const secondDownloadIsLonger: Fault = {
  id: "file/second-download-is-longer",
  title: "Every second download of a file has a line end more.",
  requirement: ["FILE-06", "FILE-01"],
  install(hooks) {
    const count = counter();
    inContent(
      hooks,
      (bytes, { digest }) => (count(digest) % 2 === 0 ? Buffer.concat([bytes, Buffer.from("\n")]) : bytes),
      {
        kind: "file",
      },
    );
  },
};
