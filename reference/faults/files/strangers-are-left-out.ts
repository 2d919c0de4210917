import { notFound } from "../../core/refusal.ts";
import type { Fault } from "../fault.ts";

export const strangersAreLeftOut: Fault = {
  id: "files/strangers-are-left-out",
  title: "Digests that are not in the trace are left out of the archive, which is answered as if nothing were wrong.",
  requirement: "FILES-11",
  install(hooks) {
    hooks.around("selectFiles", (inner) => (call, wanted, found) => {
      if (call.kind !== "files") return inner(call, wanted, found);
      const known = wanted.filter((digest) => found.some((file) => file.digest === digest));
      if (known.length === 0) throw notFound("unknown-digest", "the trace has none of the files", "digest");
      return inner(call, known, found);
    });
  },
};
