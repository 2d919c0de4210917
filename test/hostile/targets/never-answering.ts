import { operations } from "../../../spec/operations.ts";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

const allButLogins = operations.filter(({ bearer }) => bearer).map(({ id }) => id);

export const neverAnswering: HostileTarget = {
  id: "never-answering",
  behaviour: "Logins work; everything else takes the request and never says a word.",
  start: faulty(allButLogins, () => undefined),
  verdict: "incomplete",
  findings: ["ROBUST-02"],
  stillPassed: 0,
  limits: { timeoutMs: 700 },
};
