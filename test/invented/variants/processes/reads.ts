/** Processes that are read in pages of their own, or a little late. */
import { defaultPages, rememberStates } from "../../habits.ts";
import { follow, listNext } from "../../process.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import type { Variants } from "../../tools.ts";

export const reads: Variants = {
  "pages-of-twenty-and-hundred": {
    title: "v2 gives twenty links where no size is named, the legacy set fifty; the process lists what may come.",
    why: "The default page size is not shown; the sets are of two generations.",
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      defaultPages(s, 20, 50);
    },
  },
  "states-kept-a-while": {
    title: "A state that was read is given again for 300 ms, whatever happens meanwhile; answers to actions are new.",
    why: "Replicas and caches lag; the configuration tells by how much.",
    apply(s) {
      listNext(s, follow(s, { actions: deskActions, next: untilClosed }));
      rememberStates(s, 300);
    },
  },
};
