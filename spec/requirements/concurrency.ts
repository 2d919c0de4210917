/** Requirements on things done at the same time. */
import { defineRequirements, kinds } from "./define.ts";

export const concurrency = defineRequirements({
  "CONC-01": {
    level: "MUST",
    basis: "implied",
    statement: "Actions appended to one trace at the same time each become a link.",
    section: "What the service does",
    operations: kinds("act", "details"),
    needs: ["write-access", "append-action", "process:together"],
  },
  "CONC-02": {
    level: "MUST",
    basis: "implied",
    statement: "Traces created at the same time are separate and each holds its own data.",
    section: "What the service does",
    operations: kinds("create", "details", "state"),
    needs: ["write-access", "schema:marker"],
  },
  "CONC-03": {
    level: "MUST",
    basis: "implied",
    statement: "Files uploaded at the same time are each kept with their own trace and bytes.",
    section: "What the service does",
    operations: kinds("files", "file"),
    needs: ["write-access", "reading:digest-location"],
    readings: ["digest-list-query"],
  },
  "CONC-04": {
    level: "MUST",
    basis: "implied",
    statement: "What is read while actions are appended can be explained by some order of them.",
    section: "What the service does",
    operations: kinds("details", "state"),
    needs: ["write-access", "append-action", "shows:data-in-links", "schema:marker"],
    readings: ["others-data"],
  },
});
