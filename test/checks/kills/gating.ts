/** Actions that the process of their workflow does not let come. */
import type { History } from "../../../spec/vocabulary/history.ts";
import { ended, raced } from "../support/gated.ts";
import type { Kill } from "../support/kill.ts";

/** The last refused action is answered as the first accepted one of its face was. */
function acceptsTheLast(history: History): History {
  const acts = history.exchanges.filter(({ intent }) => intent.kind === "act");
  const refused = acts.findLast(({ response }) => response?.status === 400);
  const model = acts.find(({ response, face }) => response?.status === 200 && face === refused?.face);
  const exchanges = history.exchanges.map((one) =>
    one === refused && model?.response ? { ...one, response: model.response } : one,
  );
  return { ...history, exchanges };
}

export const gatingKills: readonly Kill[] = [
  {
    requirement: "GATE-01",
    title: "an action is accepted that the state does not list",
    choices: { gating: "listed", mostActions: 3 },
    accept: ended,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-02",
    title: "the legacy face accepts what the v2 face refused",
    choices: { gating: "ordered", mostActions: 3 },
    accept: ended,
    reject: acceptsTheLast,
  },
  {
    requirement: "GATE-03",
    title: "two actions at the same time are accepted where one may come",
    choices: { gating: "ordered", mostActions: 3 },
    accept: raced,
    reject: acceptsTheLast,
  },
];
