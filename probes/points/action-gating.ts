/** Open point `action-gating`: found while the traces that probes look at were written. */
import { unknown, type Probe } from "../probe.ts";

export const actionGating: Probe = {
  id: "action-gating",
  openPoints: ["action-gating"],
  needs: [],
  writes: true,
  run({ fixture }) {
    const reading = fixture.gating ?? unknown("Nothing was written, so that no order of actions was seen.");
    return Promise.resolve({ "action-gating": reading });
  },
};
