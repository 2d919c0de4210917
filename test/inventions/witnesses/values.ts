import type { Json } from "../../stand-ins/lib/json.ts";
import { same, lost, type Witnesses } from "./tools.ts";

export const values: Witnesses = {
  "integers-wrap": lost({ n: 4294967297 }),
  "dates-to-utc": lost({ at: "2026-03-01T08:00:00+02:00" }),
  "prototype-polluted": async (api) => {
    await api.trace("v2", { data: JSON.parse('{"__proto__": {"tainted": 1}}') as Json });
    return !same(await api.state("v2", await api.trace("v2", { data: { a: 1 } })), { a: 1 });
  },
  "text-ends-at-emoji": lost({ text: "fine 👍 so far" }),
  "depth-as-text": lost({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }),
  "nulls-leave-arrays": lost({ list: [1, null, 2] }),
  "dots-become-paths": lost({ "a.b": 1 }),
  "characters-split-at-4096": lost({ a: "é".repeat(3000), b: "x", c: "é".repeat(3000) }),
};
