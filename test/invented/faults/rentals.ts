import type { Faults } from "../tools.ts";
import { listOnce, rentOut } from "../variants/rentals.ts";

export const rentals: Faults = {
  "prolonged-for-ever": {
    title: "After two prolongations the state still lists one, which is refused as what it does not list.",
    apply: (s) => void rentOut(s, { listsTooMuch: true }),
  },
  "due-by-legacy": {
    title:
      "The day by which a thing is due leaves the state when it is taken back through v2; through legacy it stays.",
    apply(s) {
      rentOut(s);
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const due = known?.state["due"];
        const recorded = await record(call, user, workflow, input, known);
        if (recorded.link.actionKey === "takeBack" && call.face === "legacy" && due !== undefined)
          recorded.trace.state = { ...recorded.trace.state, due };
        return recorded;
      };
    },
  },
  "last-of-the-name": {
    title: "Of two files of one name in one request the last alone is kept, where a trace takes one action alone.",
    apply(s) {
      listOnce(s);
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) => {
        const last = files.filter(({ name }, at) => !files.slice(at + 1).some((other) => other.name === name));
        return keepFiles(trace, last, call);
      };
    },
  },
};
