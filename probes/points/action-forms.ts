/** Open point `action-forms`: found while the fixture was written, where plain data were refused. */
import type { Probe } from "../probe.ts";

export const actionForms: Probe = {
  id: "action-forms",
  openPoints: ["action-forms"],
  needs: [],
  writes: false,
  run({ fixture, found }) {
    if (fixture.found || fixture.traces.length === 0 || found("action-forms")) return Promise.resolve({});
    const evidence = "Plain data, or those of the configured schemas and examples, were taken.";
    return Promise.resolve({ "action-forms": { value: {}, evidence } });
  },
};
