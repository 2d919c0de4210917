/** Requirements on actions that the process of their workflow does not let come at any time. */
import { defineRequirements, kinds } from "./define.ts";

export const gating = defineRequirements({
  "GATE-01": {
    level: "SHOULD",
    basis: "robustness",
    statement: "An action that the state of the trace does not list as next is not accepted.",
    section: "Trace state",
    operations: kinds("act"),
    needs: ["write-access", "append-action", "process:listed"],
    readings: ["action-gating"],
  },
  "GATE-02": {
    level: "MUST",
    basis: "implied",
    statement: "An action that one face refuses because it may not come yet, or no longer, the other face refuses too.",
    section: "Versioning",
    operations: kinds("act"),
    needs: ["write-access", "append-action", "process:gate"],
    readings: ["action-gating"],
  },
  "GATE-03": {
    level: "MUST",
    basis: "implied",
    statement: "Actions that are accepted at the same time could have been accepted one after the other.",
    section: "What the service does",
    operations: kinds("act"),
    needs: ["write-access", "append-action", "process:once"],
    readings: ["action-gating"],
  },
  "GATE-04": {
    level: "MUST",
    basis: "implied",
    statement:
      "What one face refuses to a user, as the beginning of a trace, against its form or for the thing that it names once more, the other face refuses too.",
    section: "Versioning",
    operations: kinds("create", "act"),
    needs: ["write-access", "unfit-action"],
  },
});
