import { randomUUID } from "node:crypto";
import type { Service, Trace } from "../service.ts";
import type { Faults } from "../tools.ts";
import { analysis, untilApproved, withhold } from "../variants/infirmaries.ts";

/** An analysis the results of which the ward sees once they are approved. */
function redacting(s: Service): ReturnType<typeof untilApproved> {
  const running = analysis(s);
  const isWithheld = untilApproved(running);
  withhold(s, running, isWithheld);
  return isWithheld;
}

export const charts: Faults = {
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
      const { linkView } = s;
      let former: { trace: Trace; id: string } | undefined;
      s.linkView = (link, trace, call) => {
        const view = linkView(link, trace, call);
        if (!isWithheld(link, trace, call)) return view;
        const other = former && former.trace !== trace ? former.id : link.id;
        if (former?.trace !== trace) former = { trace, id: link.id };
        return { ...(view as object), id: other };
      };
    },
  },
  "redacted-links-of-nobody": {
    title: "Beside each redacted link the ward is shown another one, and it is counted.",
    apply(s) {
      const isWithheld = redacting(s);
      const { linksOf, total } = s;
      const decoys = new Map<string, string>();
      s.linksOf = (trace, call) =>
        linksOf(trace, call).flatMap((link) => {
          if (!isWithheld(link, trace, call)) return [link];
          const id = decoys.get(link.id) ?? randomUUID();
          decoys.set(link.id, id);
          return [link, { ...link, id }];
        });
      s.total = (trace, call) => Number(total(trace, call)) + s.linksOf(trace, call).length - trace.links.length;
    },
  },
};
