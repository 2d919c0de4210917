import { onRefusal, stall } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const brokenOffUploadIsNeverAnswered: Fault = {
  id: "robustness/broken-off-upload-is-never-answered",
  title: "A multipart body that breaks off gets no answer in any useful time.",
  requirement: "ROBUST-02",
  install(hooks) {
    onRefusal(hooks, ["bad-multipart"], async (reply) => {
      await stall();
      return reply;
    });
  },
};
