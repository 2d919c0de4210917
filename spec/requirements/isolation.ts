/** Requirements on users of separate organizations. */
import { defineRequirements, kinds } from "./define.ts";

export const isolation = defineRequirements({
  "ISO-01": {
    level: "MUST",
    basis: "implied",
    statement: "A user who shares no organization with the owner cannot read the state of a trace.",
    section: "Authentication",
    operations: kinds("state"),
    needs: ["write-access", "second-user", "separate-organization"],
  },
  "ISO-02": {
    level: "MUST",
    basis: "implied",
    statement: "A user who shares no organization with the owner cannot read the links of a trace.",
    section: "Authentication",
    operations: kinds("details"),
    needs: ["write-access", "second-user", "separate-organization"],
  },
  "ISO-03": {
    level: "MUST",
    basis: "implied",
    statement: "A user who shares no organization with the owner cannot download the files of a trace.",
    section: "Authentication",
    operations: kinds("files", "file"),
    needs: ["write-access", "second-user", "separate-organization"],
  },
  "ISO-04": {
    level: "MUST",
    basis: "implied",
    statement: "A user who shares no organization with the owner cannot append actions of a trace.",
    section: "Authentication",
    operations: kinds("act"),
    needs: ["write-access", "second-user", "separate-organization"],
  },
  "ISO-05": {
    level: "MUST",
    basis: "implied",
    statement: "A user who shares no organization with the owner cannot find the trace by search.",
    section: "Authentication",
    operations: kinds("search"),
    needs: ["write-access", "second-user", "separate-organization"],
  },
});
