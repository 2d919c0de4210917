import { same, lost, type Witness, type Witnesses } from "../tools.ts";

/** Whether the two faces show different states of a trace. */
const facesDiffer =
  (data: Parameters<typeof lost>[0]): Witness =>
  async (api) => {
    const id = await api.trace("v2", { data });
    return !same(await api.state("legacy", id), await api.state("v2", id));
  };

export const values: Witnesses = {
  "floats-single-precision": lost({ price: 0.1 }),
  "text-trimmed": lost({ text: " padded " }),
  "markup-escaped": facesDiffer({ text: "fish & <chips>" }),
  "one-element-arrays-unwrapped": lost({ list: ["only"] }),
  "empty-objects-become-arrays": lost({ a: {} }),
  "yes-becomes-true": lost({ country: "NO" }),
  "characters-composed": lost({ name: "Ju\u0308rgen" }),
  "falsy-members-omitted": facesDiffer({ a: { paid: false, count: 0, note: "" } }),
  "names-end-at-63": lost({ [`${"n".repeat(63)}a`]: 1, [`${"n".repeat(63)}b`]: 2 }),
  "text-ends-at-65535": lost({ text: "x".repeat(65_536) }),
  "placeholders-filled": lost({ text: "Dear {{name}}" }),
  "long-arrays-become-objects": lost({ list: Array.from({ length: 21 }, (_, n) => n) }),
  "carriage-returns-lost": lost({ text: "one\r\ntwo" }),
};
