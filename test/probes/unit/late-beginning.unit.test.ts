/** Creations that are refused for data which the form lets be that trials found. */
import { expect, test } from "vitest";
import { beginningDecides } from "../../../probes/process/late/late-beginning.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import { input, serviceThat, target, type Refuses } from "../lib/refusing-service.ts";

const form = {
  type: "object",
  required: ["area"],
  properties: { area: { type: "integer", minimum: 1, maximum: 5 } },
};
const found: Profile = { readings: { "action-forms": { value: { "1": { open: form } }, evidence: "" } } };

async function decides(refuses: Refuses, profile = found) {
  const { send, asker } = serviceThat(refuses);
  const refused = send({ op: "create", face: "v2", ...input("open", { area: 12 }) });
  const workflow = target.workflows[0] ?? { id: "1", actions: [] };
  const actions = workflow.actions.map((one) => ({ ...one, dataSchema: form }));
  return beginningDecides(asker, profile, { ...workflow, actions }, refused);
}
const isLarge: Refuses = ({ data }) => JSON.stringify(data).includes('"area":12') && "areas above 10 want a plan";

test("the same is refused again, and other data are taken: the data decide", async () => {
  expect(await decides(isLarge)).toMatchObject({ key: "open", deciding: "data" });
});

test("a form that the configuration gives says all that is asked", async () => {
  expect(await decides(isLarge, { readings: {} })).toBeUndefined();
});

test("what is taken once more was not refused for its data", async () => {
  let count = 0;
  expect(await decides(() => (count += 1) === 1)).toBeUndefined();
});

test("where nothing is taken any more the data are not the reason", async () => {
  expect(await decides(() => "no more for today")).toBeUndefined();
});
