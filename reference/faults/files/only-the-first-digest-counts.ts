import type { Fault } from "../fault.ts";

export const onlyTheFirstDigestCounts: Fault = {
  id: "files/only-the-first-digest-counts",
  title: "Of several digests only the first counts.",
  requirement: "FILES-03",
  install(hooks) {
    hooks.around("readDigests", (inner) => (call, digests) => inner(call, digests).slice(0, 1));
  },
};
