/** Open point `action-forms`: found while the fixture was written, where plain data were refused. */
import { onePoint } from "../probe.ts";

export const actionForms = onePoint("action-forms", { needs: [] }, ({ fixture, found }) => {
  if (fixture.found || fixture.traces.length === 0 || found("action-forms")) return undefined;
  const evidence = "Plain data, or those of the configured schemas and examples, were taken.";
  return { value: {}, evidence };
});
