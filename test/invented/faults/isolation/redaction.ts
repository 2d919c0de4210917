/** What is kept from some readers, and is kept from or shown to the wrong ones. */
import { randomUUID } from "node:crypto";
import { follow, present } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import type { Service, Trace } from "../../service.ts";
import { changeResult, type Faults } from "../../tools.ts";
import { withhold } from "../../changes/visibility.ts";
import { analysis, untilApproved } from "../../processes/analyses.ts";
import { fromTheCounter, keep, keepInState, type Kept, quoted, repair } from "../../processes/quotes.ts";

/** An analysis the results of which the ward sees once they are approved. */
function redacting(s: Service): ReturnType<typeof untilApproved> {
  const running = analysis(s);
  const isWithheld = untilApproved(running);
  withhold(s, running, isWithheld);
  return isWithheld;
}

/** A repair in which the margin of a quote is kept from the counter, but for what is wrong with it. */
const keeping =
  (wrong: (isKept: Kept) => Kept, inState: (isKept: Kept) => Kept = (isKept) => isKept) =>
  (s: Service): void => {
    const running = repair(s, quoted);
    const isKept = fromTheCounter(running, "margin");
    keep(s, wrong(isKept));
    keepInState(s, running, inState(isKept));
  };

export const redaction: Faults = {
  "samples-redacted-for-the-ward": {
    title: "Until they are approved not only results are redacted for the ward, but the sample that it took itself.",
    apply(s) {
      const running = analysis(s);
      const isResult = untilApproved(running);
      withhold(s, running, (link, trace, call) =>
        isResult(link.actionKey === "sample" ? { ...link, actionKey: "result" } : link, trace, call),
      );
    },
  },
  "redacted-for-the-lab-too": {
    title: "Results are redacted for all until they are approved, also for who sent them.",
    apply(s) {
      const running = analysis(s);
      withhold(s, running, ({ actionKey }, { links }) => {
        return actionKey === "result" && !links.some((link) => link.actionKey === "approve");
      });
    },
  },
  "redacted-through-v2-alone": {
    title: "The ward is shown unapproved results through the legacy set, while v2 redacts them.",
    apply(s) {
      const running = analysis(s);
      const isWithheld = untilApproved(running);
      withhold(s, running, (link, trace, call) => call.face === "v2" && isWithheld(link, trace, call));
    },
  },
  "redacted-out-of-another-trace": {
    title: "In place of a redacted link the ward is shown that of another trace, which is redacted as well.",
    apply(s) {
      const isWithheld = redacting(s);
      let former: { trace: Trace; id: string } | undefined;
      changeResult(s, "linkView", (view, link, trace, call) => {
        if (!isWithheld(link, trace, call)) return view;
        const other = former && former.trace !== trace ? former.id : link.id;
        if (former?.trace !== trace) former = { trace, id: link.id };
        return { ...(view as object), id: other };
      });
    },
  },
  "redacted-links-of-nobody": {
    title: "Beside each redacted link the ward is shown another one, and it is counted.",
    apply(s) {
      const isWithheld = redacting(s);
      const decoys = new Map<string, string>();
      changeResult(s, "linksOf", (links, trace, call) =>
        links.flatMap((link) => {
          if (!isWithheld(link, trace, call)) return [link];
          const id = decoys.get(link.id) ?? randomUUID();
          decoys.set(link.id, id);
          return [link, { ...link, id }];
        }),
      );
      changeResult(
        s,
        "total",
        (total, trace, call) => Number(total) + s.linksOf(trace, call).length - trace.links.length,
      );
    },
  },
  // "A trace has a state": reading does not change it.
  "redaction-sticks": {
    title: "A colleague sees the state without what ines brought; once he has read it, nobody sees it any more.",
    apply(s) {
      const { reader } = follow(s, {
        ...desk,
        people: { ines: { groups: ["desk"] }, wim: { groups: ["desk"], may: ["read", "search"] } },
      });
      present(s, (data, trace, call) => {
        if (call.method === "GET" && reader(call)?.email.startsWith("wim")) {
          for (const key of Object.keys(trace.state)) delete trace.state[key];
        }
        return data;
      });
    },
  },
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
