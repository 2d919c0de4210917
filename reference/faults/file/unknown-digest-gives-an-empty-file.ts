import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const unknownDigestGivesAnEmptyFile: Fault = {
  id: "file/unknown-digest-gives-an-empty-file",
  title: "A digest that names no file is answered with an empty file.",
  requirement: "FILE-03",
  install(hooks) {
    onRefusal(
      hooks,
      ["unknown-digest"],
      () => ({
        status: 200,
        headers: { "content-type": "application/octet-stream" },
        body: { kind: "bytes", value: Buffer.alloc(0) },
      }),
      { kind: "file" },
    );
  },
};
