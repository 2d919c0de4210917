import { listStyles } from "../vocabulary/profile.ts";
import { defineOpenPoint } from "./define.ts";
import { oneOf, record, text } from "./value-schemas.ts";

export const digestListQuery = defineOpenPoint({
  id: "digest-list-query",
  question:
    "Which query parameter carries the list of digests on the two files endpoints, and how is the list written?",
  section: "Open points of the endpoints",
  quotes: [
    {
      section: "Open points of the endpoints",
      quote:
        "Name and encoding of the query parameter carrying the list of digests on both files endpoints: not shown.",
    },
    { section: "v2 endpoints", quote: "Query: a list of digests of the files to download" },
    { section: "Legacy endpoints", quote: "query list of digests" },
  ],
  readings: [
    { name: "repeat", description: "`n=a&n=b`, the common form of OpenAPI" },
    { name: "comma", description: "`n=a,b`" },
    { name: "brackets", description: "`n[]=a&n[]=b`" },
    { name: "indexed", description: "`n[0]=a&n[1]=b`" },
    { name: "json", description: '`n=["a","b"]`' },
    { name: "pipe", description: "`n=a|b`" },
    { name: "semicolon", description: "`n=a;b`" },
    { name: "space", description: "`n=a b`" },
  ],
  example: { name: "digests", style: "repeat" },
  requirementsAffected: [
    "FILES-01",
    "FILES-02",
    "FILES-03",
    "FILES-04",
    "FILES-05",
    "FILES-06",
    "FILES-07",
    "FILES-08",
    "FILES-09",
    "FILES-10",
    "FILES-11",
    "EQUIV-03",
    "CONC-03",
  ],
  valueSchema: record(
    { name: text, style: oneOf(...listStyles) },
    { legacy: record({ name: text, style: oneOf(...listStyles) }) },
  ),
});
