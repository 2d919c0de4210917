import { defineOpenPoint } from "./define.ts";
import { flag, jsonPath, oneOf, orNull, record } from "./value-schemas.ts";

export const linkData = defineOpenPoint({
  id: "link-data",
  question: "Where does the data of an action appear in its link?",
  section: "Link (element of a trace)",
  quotes: [{ section: "Link (element of a trace)", quote: "An object. Fields of a link: not shown." }],
  readings: [
    { name: "plain", description: "as a JSON value at a path below the link, alone or among other members" },
    { name: "encoded", description: "as JSON text, or as base64 of JSON text, at a path" },
    { name: "nowhere", description: "a link does not show the data" },
  ],
  example: { path: ["data"], encoding: "json", exact: true },
  requirementsAffected: [
    "DETAILS-07",
    "DATA-01",
    "DATA-02",
    "DATA-03",
    "DATA-04",
    "DATA-05",
    "DATA-06",
    "DATA-07",
    "DATA-08",
    "DATA-09",
  ],
  valueSchema: record({ path: orNull(jsonPath), encoding: oneOf("json", "json-text", "base64-json"), exact: flag }),
});
