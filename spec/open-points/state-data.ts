import { stateFolds } from "../vocabulary/profile.ts";
import { defineOpenPoint } from "./define.ts";
import { flag, jsonPath, oneOf, orNull, record } from "./value-schemas.ts";

export const stateData = defineOpenPoint({
  id: "state-data",
  question: "Where does the data of the actions appear in the state, and how is the data of several actions combined?",
  section: "Trace state",
  quotes: [
    { section: "Trace state", quote: "An object named `state`. Its keys and values: not shown." },
    {
      section: "States and transitions",
      quote: "The only state in the interface is the trace state data object, whose content is left open.",
    },
  ],
  readings: [
    { name: "shallow-merge", description: "the members of each action replace the members of the same name" },
    { name: "deep-merge", description: "objects are merged member by member at every depth" },
    { name: "deep-merge-concat", description: "as deep-merge, and arrays are put one behind the other" },
    { name: "deep-merge-by-index", description: "as deep-merge, and arrays are merged element by element" },
    { name: "merge-patch", description: "RFC 7396: null removes a member" },
    { name: "replace", description: "the data of the last action" },
    { name: "first-wins", description: "a member keeps its first value" },
    { name: "keyed-by-action", description: "one member per action key" },
    { name: "keyed-by-group", description: "one member per group label" },
    { name: "list-of-actions", description: "an array with one element per action" },
    { name: "opaque", description: "the state does not show the data as it was sent" },
  ],
  example: { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
  requirementsAffected: [
    "STATE-03",
    "STATE-07",
    "ACT-06",
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
  valueSchema: record({
    path: orNull(jsonPath),
    fold: oneOf(...stateFolds),
    encoding: oneOf("json", "json-text", "base64-json"),
    exact: flag,
  }),
});
