/** The form of a profile, by which one is held that comes from a file. */
import { openPoints } from "../../../spec/open-points.ts";

/** JSON Schema. Behaviours at open points that this version does not know are nobody's business. */
export const profileForm: object = {
  type: "object",
  required: ["readings"],
  properties: {
    readings: {
      type: "object",
      properties: Object.fromEntries(
        openPoints.map(({ id, valueSchema }) => [
          id,
          { type: "object", required: ["evidence"], properties: { evidence: { type: "string" }, value: valueSchema } },
        ]),
      ),
    },
  },
};
