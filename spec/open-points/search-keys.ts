import { defineOpenPoint } from "./define.ts";
import { jsonPath, listOf, oneOf, record } from "./value-schemas.ts";

export const searchKeys = defineOpenPoint({
  id: "search-keys",
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
  ],
  example: {
    path: [],
    join: "dotted",
    inner: "none",
    valueTypes: ["string", "number", "boolean"],
    text: "exact",
    empty: "all",
  },
  requirementsAffected: [
    "SEARCH-03",
    "SEARCH-04",
    "SEARCH-05",
    "SEARCH-06",
    "SEARCH-07",
    "SEARCH-08",
    "SEARCH-09",
    "SEARCH-10",
    "EQUIV-04",
    "REFUSE-02",
  ],
  valueSchema: record({
    path: jsonPath,
    join: oneOf("dotted", "nested"),
    inner: oneOf("dotted", "nested", "none"),
    valueTypes: listOf(oneOf("string", "number", "boolean", "null", "array", "object")),
    text: oneOf("exact", "case-insensitive", "prefix", "substring"),
    empty: oneOf("all", "none", "refused", "unknown"),
  }),
});
