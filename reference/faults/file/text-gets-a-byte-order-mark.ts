import { inContent } from "../support/bytes.ts";
import type { Fault } from "../fault.ts";

const mark = Buffer.from("\ufeff");

export const textGetsAByteOrderMark: Fault = {
  id: "file/text-gets-a-byte-order-mark",
  title: "The download of a file that is UTF-8 begins with a byte order mark.",
  requirement: "FILE-01",
  install(hooks) {
    inContent(
      hooks,
      (bytes) =>
        bytes.length > 0 && Buffer.from(bytes.toString("utf8")).equals(bytes) ? Buffer.concat([mark, bytes]) : bytes,
      { kind: "file" },
    );
  },
};
