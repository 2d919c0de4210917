/** Workshops that take each device once, and are wrong all the same. */
import { onRecord, type Faults } from "../tools.ts";
import { begun, checks, deny } from "../works.ts";
import { repairs } from "../variants/repairs.ts";

export const repairFaults: Faults = {
  "one-repair-and-the-next-is-lost": {
    title: "A device is in one repair at a time; the files of the second action of a repair are not kept.",
    apply(s) {
      const running = repairs(s);
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "take in") return;
        deny(
          [...s.traces.values()].some((one) => begun(one, "serial") === data["serial"]),
          "006 this device is in repair already",
        );
      });
      onRecord(s, (link, trace) => {
        if (trace.links.length === 2) for (const { digest = "" } of link.files) trace.files.delete(String(digest));
      });
    },
  },
};
