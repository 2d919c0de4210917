/** Applications, permits and grants: honest processes with forms and quotas. */
import { often } from "../counts.ts";
import { inState } from "../rules.ts";
import { type Form, form } from "../paper.ts";
import { actionsOf, follow, listNext, type Process, type Running } from "../process.ts";
import type { Service } from "../service.ts";

/** An application: completed as often as needed, then reviewed, then decided. */
export const application: Process = {
  actions: actionsOf("apply of students", "complete of students", "review of faculty", "decide of faculty"),
  next(done) {
    if (done.includes("decide")) return [];
    return done.includes("review") ? ["decide"] : ["complete", "review"];
  },
};

export const shortText: Form = { type: "string", minLength: 1, maxLength: 60 };

export const decision = form({ verdict: { enum: ["admit", "refuse"] }, grounds: shortText });

export const followApplication = (s: Service): Running => {
  const running = follow(s, application);
  listNext(s, running);
  return running;
};

/** A permit: visited three times at most, then granted; all of it listed. */
export function permit(s: Service): Running {
  const running = follow(s, {
    actions: actionsOf("apply of office", "visit of office", "note of office", "grant of council"),
    nextActions: inState,
    next(done) {
      if (done.includes("grant")) return [];
      const visits = often(done, "visit");
      return ["note", ...(visits < 3 ? ["visit"] : []), ...(visits > 0 ? ["grant"] : [])];
    },
  });
  listNext(s, running);
  return running;
}

/** A grant: remarked upon three times at most, then decided. */
export const grant: Process = {
  actions: actionsOf("propose of scholars", "remark of referees", "decide of trustees"),
  next: (done) => (done.includes("decide") ? [] : ["remark", "decide"]),
};
