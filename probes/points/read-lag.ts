/** Open point `read-lag`: found while the traces that probes look at were written. */
import type { Probe } from "../probe.ts";

export const readLag: Probe = {
  id: "read-lag",
  openPoints: ["read-lag"],
  needs: [],
  writes: true,
  run({ fixture: { readLag: found } }) {
    const none = { value: { ms: 0 }, evidence: "Nothing looked as if reads were behind what was written before them." };
    return Promise.resolve({ "read-lag": found ?? none });
  },
};
