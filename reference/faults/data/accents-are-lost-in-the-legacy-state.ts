import { texts } from "../support/json-changes.ts";
import { inState } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const accentsAreLostInTheLegacyState: Fault = {
  id: "data/accents-are-lost-in-the-legacy-state",
  title: "The legacy state shows letters without their accents.",
  requirement: ["DATA-07", "EQUIV-01"],
  install(hooks) {
    const plain = texts((text) => text.normalize("NFD").replace(/\p{Mn}/gu, ""));
    inState(hooks, (data) => plain(data), { face: "legacy" });
  },
};
