/** The form of a profile, by which one is held that comes from a file. */
import { openPoints } from "../../../spec/open-points.ts";
import { object } from "./schema-problems.ts";

/** JSON Schema. Behaviours at open points that this version does not know are nobody's business. */
export const profileForm = object({
  readings: {
    type: "object",
    properties: Object.fromEntries(
      openPoints.map(({ id, valueSchema }) => [id, object({ evidence: { type: "string" } }, { value: valueSchema })]),
    ),
  },
});
