import { Refusal } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const anyTraceServesAnyDigest: Fault = {
  id: "file/any-trace-serves-any-digest",
  title: "The file endpoint serves a digest through any trace, also one to which the file was never attached.",
  requirement: "FILE-02",
  install(hooks) {
    const known = new Map<string, number>();
    hooks.around("written", (inner) => async (call, write) => {
      await inner(call, write);
      for (const { digest, size } of write.files) known.set(digest, size);
    });
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      try {
        return inner(call, wanted, found);
      } catch (refusal) {
        const digest = wanted[0] ?? "";
        const size = known.get(digest);
        if (call.kind !== "file" || size === undefined || !(refusal instanceof Refusal)) throw refusal;
        return [{ digest, size, partName: "file", fileName: "file", contentType: "application/octet-stream" }];
      }
    });
  },
};
