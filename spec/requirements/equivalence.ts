/** Requirements on the same thing seen through both faces. */
import { defineRequirements, kinds } from "./define.ts";

export const equivalence = defineRequirements({
  "EQUIV-01": {
    level: "MUST",
    basis: "implied",
    statement: "The state of a trace is the same through both faces.",
    section: "Versioning",
    operations: kinds("state"),
  },
  "EQUIV-02": {
    level: "MUST",
    basis: "implied",
    statement: "The links and their number are the same through both faces.",
    section: "Versioning",
    operations: kinds("details"),
  },
  "EQUIV-03": {
    level: "MUST",
    basis: "implied",
    statement: "The archive of the same digests holds the same files through both faces.",
    section: "Versioning",
    operations: kinds("files"),
    needs: ["write-access", "reading:digest-list-query", "reading:digest-location"],
  },
  "EQUIV-04": {
    level: "MUST",
    basis: "implied",
    statement: "The same search finds the same traces through both faces.",
    section: "Versioning",
    operations: kinds("search"),
    needs: ["reading:search-keys"],
  },
  "EQUIV-05": {
    level: "MUST",
    basis: "implied",
    statement: "The workflow list is the same through both faces.",
    section: "Versioning",
    furtherQuotes: [
      { section: "Versioning", quote: "coexists with the v2 set for traces, workflows, files and login" },
    ],
    operations: kinds("workflows"),
    needs: ["organization"],
  },
  "EQUIV-06": {
    level: "MUST",
    basis: "implied",
    statement: "A trace created through either face looks alike but for ids and times.",
    section: "Versioning",
    operations: kinds("create"),
    needs: ["write-access"],
  },
  "EQUIV-07": {
    level: "MUST",
    basis: "implied",
    statement: "An action appended through either face has the same effect but for ids and times.",
    section: "Versioning",
    operations: kinds("act"),
    needs: ["write-access", "append-action"],
  },
  "EQUIV-08": {
    level: "MUST",
    basis: "implied",
    statement: "What one face wrote the other face reads.",
    section: "Versioning",
    furtherQuotes: [
      { section: "Versioning", quote: "coexists with the v2 set for traces, workflows, files and login" },
    ],
    operations: kinds("create", "act", "details", "state", "files", "file", "search"),
    needs: ["write-access"],
  },
  "EQUIV-09": {
    level: "MUST",
    basis: "implied",
    statement: "The same page arguments bring the same page through both faces, where the legacy input takes them.",
    section: "Versioning",
    operations: kinds("details"),
    needs: ["write-access", "append-action", "reading:legacy-details-input"],
  },
});
