/** Texts that states show in other letters than they were sent in. */
import { expect, test } from "vitest";
import { casedMembers } from "../../../probes/seen/cased-members.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";

const reading = { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true } as const;
const codes = ["ab-1", "Cd-2", "EF-3", "gH-4"];

/** The states of a trace for each code, through both faces, as the function has them of what was sent. */
function statesOf(shown: (data: JsonObject, face: string) => JsonObject): readonly SeenState[] {
  return codes.flatMap((code) =>
    faces.map((face) => {
      const data = { code, remark: "As Sent" };
      return { face, state: { data: shown(data, face) }, actions: [{ data }] } as unknown as SeenState;
    }),
  );
}
const upper = ({ code, ...others }: JsonObject): JsonObject => ({ ...others, code: String(code).toUpperCase() });

test("a code that is shown in capitals each time, through both faces, is one", () => {
  expect(casedMembers(statesOf(upper), reading)).toEqual(["code"]);
});

test.each<[string, (data: JsonObject, face: string) => JsonObject]>([
  ["is shown as it was sent", (data) => data],
  ["one face alone shows so", (data, face) => (face === "v2" ? upper(data) : data)],
  ["is shown so for some texts", (data) => (String(data["code"]).startsWith("a") ? data : upper(data))],
  ["lacks its end", (data) => ({ ...data, code: String(data["code"]).toUpperCase().slice(0, 3) })],
  ["is not there", ({ remark = null }) => ({ remark })],
])("one that %s is none", (_, shown) => {
  expect(casedMembers(statesOf(shown), reading)).toEqual([]);
});
