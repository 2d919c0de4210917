import { inLinkRecord } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyDigestsInCapitals: Fault = {
  id: "equivalence/legacy-digests-in-capitals",
  title: "The legacy details write digests in capitals, in which they find no file.",
  requirement: "EQUIV-02",
  install(hooks) {
    inLinkRecord(
      hooks,
      (link) => ({ ...link, files: link.files.map((file) => ({ ...file, digest: file.digest.toUpperCase() })) }),
      { face: "legacy" },
    );
  },
};
