/** Requirements on status codes and content types of successful responses. */
import { operations } from "../operations.ts";
import { defineRequirements, everyOperation } from "./define.ts";

export const status = defineRequirements({
  "STATUS-01": {
    level: "MUST",
    basis: "stated",
    statement: "A v2 request that succeeds is answered with status 200.",
    section: "Conventions",
    quote: "Successful responses documented are status 200.",
    operations: operations.filter((o) => o.face === "v2").map((o) => o.id),
    shownBy: "exchange",
    describes: "status",
  },
  "STATUS-02": {
    level: "MUST",
    basis: "stated",
    statement: "A legacy request that succeeds is answered with status 200.",
    section: "Conventions",
    quote: "Successful responses documented are status 200.",
    operations: operations.filter((o) => o.face === "legacy").map((o) => o.id),
    shownBy: "exchange",
    describes: "status",
  },
  "STATUS-03": {
    level: "MUST",
    basis: "stated",
    statement: "A successful JSON response is sent as `application/json`.",
    section: "Conventions",
    quote: "JSON bodies use `Content-Type: application/json`.",
    operations: operations.filter((o) => o.response === "json").map((o) => o.id),
    shownBy: "exchange",
    describes: "content-type",
  },
  "STATUS-04": {
    level: "MUST",
    basis: "implied",
    statement: "A successful JSON response is one well-formed JSON document in UTF-8.",
    section: "Trace and Workflow Service Interface",
    quote: "a REST/JSON service",
    operations: operations.filter((o) => o.response === "json").map((o) => o.id),
    shownBy: "exchange",
  },
  "STATUS-05": {
    level: "MUST",
    basis: "implied",
    statement:
      "A request that is not granted is not answered with status 200 and neither what is documented nor an error.",
    section: "Conventions",
    furtherQuotes: [{ section: "Conventions", quote: "Successful responses documented are status 200." }],
    operations: everyOperation,
    readings: ["error-bodies"],
    shownBy: "exchange",
  },
});
