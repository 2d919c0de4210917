import { lost, type Witnesses } from "../tools.ts";

export const values: Witnesses = {
  "nested-arrays-flattened": lost({ grid: [[1, 2], [3]] }),
  "percent-decoded": lost({ text: "100%20" }),
  "exponent-dropped": lost({ share: 1e-7 }),
  "names-fold-case": lost({ id: 1, ID: 2 }),
  "numbered-members-become-array": lost({ byPosition: { 0: "a", 1: "b" } }),
  "control-characters-lost": lost({ text: "a\u0001b" }),
  "rows-unified": lost({ rows: [{ a: 1 }, { b: 2 }] }),
};
