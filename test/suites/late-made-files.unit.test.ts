/** Files that nobody sent are asked for of another trace too, once, where both have files of their own. */
import { expect, test } from "vitest";
import { LateMadeFiles } from "../../suites/engine/late/made-files.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import { target } from "../probes/lib/refusing-service.ts";

const profile: Profile = {
  readings: {
    "digest-location": { value: { where: "links", path: ["files", "*", "digest"] }, evidence: "by hand" },
    "digest-algorithm": { value: { algorithm: "opaque", encoding: "hex", prefix: "" }, evidence: "by hand" },
  },
};

const traceOf = (place: number) => `0b7e9d0c-0000-4000-8000-00000000000${String(place)}`;

/** A trace whose one link shows a digest, though nothing was sent with it. */
function historyOf(place: number, digest: string): History {
  const links = [{ files: [{ digest }] }];
  const page = { links, totalCount: 1, info: { hasNext: false, hasPrevious: false } };
  const create = { kind: "create", workflow: 0, actionKey: "open", groupLabel: "all", data: {}, files: [] };
  const answers = [
    { operationId: "v2CreateTrace", intent: create, value: traceOf(place) },
    { operationId: "v2TraceDetails", intent: { kind: "details", traceId: traceOf(place), page: {} }, value: page },
  ];
  const exchanges = answers.map(({ operationId, intent, value }, index) => {
    const response = { status: 200, json: { value: { error: null, data: value } } };
    const common = { index, step: String(index), face: "v2", actor: "first", defects: [], traits: [] };
    return { ...common, operationId, intent, response, sentAtMs: index, receivedAtMs: index } as unknown as Exchange;
  });
  return { script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] };
}

/** The digests that are asked for by themselves, and what is asked for each. */
async function askedFor(histories: readonly History[]) {
  const asked: string[] = [];
  const late = new LateMadeFiles({
    target,
    runId: "run",
    profile: () => profile,
    learn: () => undefined,
    pause: () => Promise.resolve(),
    run: (script) => {
      for (const step of script.steps)
        if ("op" in step && step.op === "file") asked.push((step.digest as { shown: string }).shown);
      return Promise.resolve({ script, exchanges: [], unsent: [] });
    },
  });
  for (const history of histories) if (late.isWantedBy(history)) await late.lookInto(history);
  return asked;
}

test("those of a second trace are asked for, and of no third", async () => {
  expect(await askedFor([historyOf(1, "one"), historyOf(2, "two"), historyOf(3, "three")])).toEqual(["one", "two"]);
});

test("the same trace, and another with the same file, are no second one", async () => {
  expect(await askedFor([historyOf(1, "one"), historyOf(1, "two"), historyOf(2, "one")])).toEqual(["one"]);
});
