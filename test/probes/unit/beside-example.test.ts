/** Of a creation with one example alone: whether other members stand beside it. */
import { expect, test } from "vitest";
import { formBesideExample } from "../../../probes/process/forms/beside-example.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { serviceThat, target, type Write } from "../lib/refusing-service.ts";

const example = { day: "Monday", unit: 2 };

/** What two creations show of the form, with these examples in the configuration. */
function found(
  examples: readonly JsonObject[],
  dataSchema: JsonObject,
  refuses: (step: Write) => boolean = () => false,
) {
  const [{ actions, ...workflow }] = target.workflows as [(typeof target.workflows)[0]];
  const formed = { ...workflow, actions: actions.map((action) => ({ ...action, examples, dataSchema })) };
  const { send, exchanges } = serviceThat(refuses);
  for (const title of ["One", "Two"])
    send({ op: "create", face: "v2", workflow: 0, action: "open", data: { ...example, title } });
  const histories = () => [{ script: { id: "", title: "", steps: [] }, exchanges, unsent: [] }];
  return formBesideExample({ target: { ...target, workflows: [formed] }, histories })?.value?.["1"]?.["open"];
}

test("they do, where that was taken each time", () => {
  expect(found([example], { const: example })).toEqual({
    type: "object",
    required: ["day", "unit"],
    properties: { day: { const: "Monday" }, unit: { const: 2 } },
  });
});

test("nothing says so where some of it was refused, or where there are several examples", () => {
  const closed = { type: "object", properties: { day: {}, unit: {} }, additionalProperties: false };
  expect(found([example], { const: example }, ({ data }) => data["title"] === "Two")).toBeUndefined();
  expect(found([example, { ...example, unit: 3 }], closed)).toBeUndefined();
});
