/** What was refused for its data is sent again at other places of a process at which its action may come. */
import { expect, test } from "vitest";
import { scriptsOf } from "../../suites/scripts/support/define-script.ts";
import { refusedLater } from "../../suites/scripts/support/refusals/refused-later.ts";
import type { RefusedBefore } from "../../suites/scripts/refusals-on-trace.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { suiteContextFor } from "../generators/contexts.ts";
import { target } from "../probes/lib/refusing-service.ts";

const make = scriptsOf("may-refuse");
const profile: Profile = {
  readings: {
    "action-gating": {
      value: {
        gating: "ordered",
        workflows: { "1": { next: { open: ["note"], note: ["note", "assess"], assess: [] } } },
      },
      evidence: "",
    },
  },
};
const sent = { data: { amount: 500 }, sender: "first" as const };
const begun = { action: "open", data: {}, sender: "first" as const };
const tooMuch: RefusedBefore = {
  ...{ workflow: 0, done: [begun] },
  refused: [{ ...sent, action: "note", after: 1, words: "422 too much" }],
};

/** The actions of the scripts; those that were refused before with the face through which they are tried. */
const sentWith = (refusedBefore: readonly RefusedBefore[]): readonly string[] =>
  refusedLater(suiteContextFor({ target, profile, refusedBefore }), make).flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (!("op" in step) || (step.op !== "create" && step.op !== "act")) return [];
      const isTried = step.op === "act" && step.outOfOrder === true;
      return [
        isTried ? `${step.action ?? ""} ${JSON.stringify(step.data["amount"])} ${step.face}` : (step.action ?? ""),
      ];
    }),
  );

test("through both faces, behind what came since", () => {
  const steps = sentWith([tooMuch]);
  expect(steps.slice(0, 4)).toEqual(["open", "note", "note 500 legacy", "note 500 v2"]);
});

test("not where its turn had not come", () => {
  const early = { ...tooMuch, refused: [{ ...sent, action: "assess", after: 1, words: "409 not now" }] };
  expect(sentWith([early])).toEqual([]);
});

test("nothing is sent where nothing was refused", () => {
  expect(sentWith([])).toEqual([]);
});
