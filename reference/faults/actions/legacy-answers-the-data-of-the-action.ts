import { rememberWrites } from "../support/writes.ts";
import type { Fault } from "../fault.ts";

export const legacyAnswersTheDataOfTheAction: Fault = {
  id: "actions/legacy-answers-the-data-of-the-action",
  title: "The legacy link answers the data of the action in place of the state.",
  requirement: "ACT-06",
  install(hooks) {
    const written = rememberWrites(hooks);
    hooks.around(
      "presentState",
      (inner) => (call, trace) => inner(call, { ...trace, data: written(call)?.link.data ?? trace.data }),
    );
  },
};
