/** Offices that take each address of mail once, and are wrong all the same. */
import { ownLink } from "../habits.ts";
import { linksBy } from "../works.ts";
import type { Faults } from "../tools.ts";
import { allotments } from "../variants/allotments.ts";

export const allotmentFaults: Faults = {
  "an-opinion-that-is-refused-stays": {
    title: "A second opinion of an officer is refused, and its link stays on the trace all the same.",
    apply(s) {
      allotments(s);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const data = input.data ?? {};
          const isOpinion = input.actionKey === "opinion" && linksBy(known, "opinion").length > 0;
          if (isOpinion) known?.links.push({ ...ownLink("opinion", data), files: [] });
          throw error;
        }
      };
    },
  },
};
