import type { JsonObject } from "../../core/json.ts";
import { objects, objectFrom } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const membersBeyondThirtyAreLost: Fault = {
  id: "data/members-beyond-thirty-are-lost",
  title: "An object keeps thirty members.",
  requirement: "DATA-05",
  install(hooks) {
    const short = (members: JsonObject): JsonObject => objectFrom(Object.entries(members).slice(0, 30));
    const inside = objects(short);
    inInput(hooks, (data) => short(inside(data)));
  },
};
