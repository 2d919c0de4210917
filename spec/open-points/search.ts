/** What is open about searches. */
import { defineOpenPoints } from "./define.ts";
import { count, flag, jsonPath, listOf, mapOf, oneOf, record, text } from "./value-schemas.ts";

export const searchOpenPoints = defineOpenPoints({
  "search-workflow-key": {
    question: "Does the path of a search take the id or the name of the workflow?",
    section: "v2 endpoints",
    quotes: [
      { section: "v2 endpoints", quote: "Path: `workflowId` (described here as the name of the workflow)." },
      { section: "Legacy endpoints", quote: "path `workflowId` (described as the UUID of the workflow)" },
    ],
    readings: [
      { name: "id", description: "the `workflowId` of the workflow list" },
      { name: "name", description: "the `workflowName` of the workflow list" },
    ],
    example: { v2: "id", legacy: "id" },
    valueSchema: record({ v2: oneOf("id", "name"), legacy: oneOf("id", "name") }),
  },
  "search-keys": {
    question: "How are filter keys written, which values match, and what does an empty filter mean?",
    section: "Filters (search input)",
    quotes: [{ section: "Filters (search input)", quote: "Child attributes of the filters object: not shown." }],
    readings: [
      { name: "top-level", description: "keys of the state data as they are" },
      {
        name: "below a path",
        description: 'keys below a member of the state, dotted (`data.k`) or nested (`{"data": {"k": …}}`)',
      },
      { name: "inner", description: "whether a key inside an object member is reached, dotted, nested, or not at all" },
      { name: "text", description: "equal, equal but for case, by prefix, or by a part" },
      { name: "empty", description: "no filter finds every trace, none, or is refused" },
      { name: "of actions", description: "the data of any action, where the state keeps those of several apart" },
      { name: "computed", description: "members that the target computes for its state, and none that were sent" },
      {
        name: "beside",
        description: "in some workflows, members beside the place at which their states keep the data of actions",
      },
      { name: "outside lists", description: "in some workflows, nothing that their states show in lists alone" },
      { name: "places", description: "in some workflows, keys below another place than elsewhere" },
      { name: "members", description: "in some workflows, each key below the place at which states show that member" },
    ],
    example: {
      path: [],
      join: "dotted",
      inner: "none",
      valueTypes: ["string", "number", "boolean"],
      text: "exact",
      empty: "all",
    },
    /** `path` is put before a key; `inner`: how a key inside an object member is reached; `valueTypes` match when equal. */
    valueSchema: record(
      {
        path: jsonPath,
        join: oneOf("dotted", "nested"),
        inner: oneOf("dotted", "nested", "none"),
        valueTypes: listOf<string>(oneOf("string", "number", "boolean", "null", "array", "object")),
        text: oneOf("exact", "case-insensitive", "prefix", "substring"),
        empty: oneOf("all", "none", "refused", "unknown"),
      },
      {
        /**
         * Where the state keeps the data of actions apart: filters reach those of any, or the members that no two of them
         * have. Absent: nobody can tell which.
         */
        ofActions: oneOf("any", "distinct"),
        /** True where filters reach nothing that was sent, only members that the target computes. */
        computed: flag,
        /**
         * Ids of workflows of which filters reach what the state shows beside the data of actions alone, and, where these
         * have no place of their own, nothing within its members.
         */
        beside: listOf<string>(text),
        /** Ids of workflows whose states show the data in no place of their own, and of which filters reach nothing in lists. */
        outsideLists: listOf<string>(text),
        /** By the id of a workflow, the place in its states that filters name there, instead of `path`. */
        places: mapOf(jsonPath),
        /**
         * By the id of a workflow whose states show the data in several places: by the name of a member the place below which
         * filters name it.
         */
        members: mapOf(mapOf(jsonPath)),
      },
    ),
  },
  "search-lag": {
    question: "How long after a write does a search show it?",
    section: "What the service does",
    quotes: [],
    readings: [
      { name: "at once", description: "a search that is sent after the answer of the write shows it" },
      { name: "later", description: "a search shows it after some time" },
      {
        name: "at the first try",
        description: "the first search came some time after, and showed it: it may lag less",
      },
    ],
    example: { ms: 1000 },
    valueSchema: record(
      { ms: count },
      {
        /** True where none that finds it was sent sooner: the lag is no longer than that, and may be none. */
        atFirst: flag,
      },
    ),
    measured: true,
  },
});
