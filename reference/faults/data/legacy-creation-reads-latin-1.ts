import { texts } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const legacyCreationReadsLatin1: Fault = {
  id: "data/legacy-creation-reads-latin-1",
  title: "The legacy creation reads UTF-8 as ISO 8859-1.",
  requirement: ["DATA-07", "EQUIV-06"],
  install(hooks) {
    const misread = texts((text) => Buffer.from(text, "utf8").toString("latin1"));
    inInput(hooks, misread, { face: "legacy", kind: "create" });
  },
};
