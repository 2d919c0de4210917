import type { Service } from "../service.ts";
import type { Faults } from "../tools.ts";
import { fromTheCounter, keep, keepInState, quoted, repair, type Kept } from "../variants/workbenches.ts";

/** A repair in which the margin of a quote is kept from the counter, but for what is wrong with it. */
const keeping =
  (wrong: (isKept: Kept) => Kept, inState: (isKept: Kept) => Kept = (isKept) => isKept) =>
  (s: Service): void => {
    const running = repair(s, quoted);
    const isKept = fromTheCounter(running, "margin");
    keep(s, wrong(isKept));
    keepInState(s, running, inState(isKept));
  };

export const workbenches: Faults = {
  "margin-kept-by-v2-alone": {
    title: "The margin of a quote is kept from the counter in v2 links, and shown in legacy ones.",
    apply: keeping(
      (isKept) =>
        (...of) =>
          of[3].face === "v2" && isKept(...of),
    ),
  },
  "margin-kept-from-all": {
    title: "The margin of a quote is in no link, also not for the workshop, which sent it.",
    apply: keeping(
      () =>
        (name, { actionKey }) =>
          actionKey === "quote" && name === "margin",
    ),
  },
  "margin-kept-now-and-then": {
    title: "The margin is kept from the counter in two of three traces.",
    apply: keeping(
      (isKept) =>
        (...of) =>
          isKept(...of) && Number.parseInt(of[2].id.slice(0, 4), 16) % 3 > 0,
    ),
  },
  "small-costs-kept-as-well": {
    title: "With the margin the counter is not shown a cost below 1000, which the workshop is shown.",
    apply: keeping((isKept) => (...of) => {
      const [name, link, trace, call] = of;
      const isSmall = name === "cost" && Number(link.data["cost"]) < 1000;
      return isKept(isSmall ? "margin" : name, link, trace, call);
    }),
  },
  "margin-kept-in-the-legacy-state-alone": {
    title: "The legacy state keeps the margin from the counter, and the v2 state shows it; no link does.",
    apply: keeping(
      (isKept) => isKept,
      (isKept) =>
        (...of) =>
          of[3].face === "legacy" && isKept(...of),
    ),
  },
};
