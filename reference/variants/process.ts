import { Refusal } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

const AWAITS = "a suite that follows a process";

/** A service whose process decides otherwise, tried on the example process. */
const onProcess = (title: string, install: (hooks: Hooks) => void): VariantEntry => ({
  ...variant(title, install),
  environment: "order-to-cash",
  awaits: AWAITS,
});

const refusedWith = (status: number, title: string): VariantEntry =>
  onProcess(title, ({ policy }) => {
    policy.process.refusal = (key, group) => new Refusal(status, "006", `${group} may not do ${key} now`, "actionKey");
  });

/** Workflows that are processes: what may come next, for whom, how often and with which data. */
export const process: VariantEntries = {
  "process/listed-by-group": onProcess("The state lists what each group may do next.", () => undefined),
  "process/refused-with-403": refusedWith(403, "What may not come next is refused with 403."),
  "process/refused-with-409": refusedWith(409, "What may not come next is refused with 409."),
  "process/not-shown": onProcess("What may come next is not shown.", ({ policy }) => {
    policy.process.show = (state) => state;
  }),
  "process/listed-deeper": onProcess("What may come next stands deeper in the state, beside tasks.", ({ policy }) => {
    const { show } = policy.process;
    policy.process.show = (state, trace, next) => {
      const { nextActions, ...rest } = show(state, trace, next);
      return { ...rest, workflow: { tasks: [], notifications: [], position: { next: nextActions ?? null } } };
    };
  }),
};
