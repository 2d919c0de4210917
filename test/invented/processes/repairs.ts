/** Devices that are in one repair at a time. */
import { actionsOf, follow } from "../process.ts";
import type { Service } from "../service.ts";
import { upTo } from "../counts.ts";
import { coded } from "../rules.ts";
import { among, holdTold, int, like, sheet, str } from "../sheets.ts";

const serial = like("^[A-Z]{2}[0-9]{8}$");

/** A device is checked, mended and handed back; the state says in which repair it is, and none lists what may come. */
export function repairs(s: Service) {
  const running = follow(s, {
    actions: actionsOf("take in of shop", "check of bench", "hand back of shop"),
    next(done) {
      if (done.includes("hand back")) return [];
      return [...upTo(3, done, "check"), ...(done.includes("check") ? ["hand back"] : [])];
    },
  });
  coded(s, { "006": 409, "021": 400 });
  holdTold(s, running, {
    "take in": sheet({ serial, fault: among("noise", "battery"), owner: str(60) }),
    check: sheet({ minutes: int(1, 500), finding: str(60) }),
    "hand back": sheet({ "remark?": str(60) }),
  });
  return running;
}
