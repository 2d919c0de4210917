import type { HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply, startProxy } from "../lib/proxy.ts";

export const flapping: HostileTarget = {
  id: "flapping",
  behaviour: "Every fifth request but logins is reset before or after it was done, or answered with 503.",
  start(honestUrl) {
    let count = 0;
    return startProxy(honestUrl, async ({ operation, headers }, { send, honest, socket }) => {
      count++;
      if (operation === undefined || headers.authorization === undefined || count % 5 !== 0)
        return send(await honest());
      if (count % 3 === 0) return send(jsonReply({ error: "out of order" }, 503));
      if (count % 3 === 1) await honest();
      socket.resetAndDestroy();
    });
  },
  // What lost answers alone explain is told as the health of the target, and what could not be judged for them is open.
  verdict: ["non-conformant", "incomplete"],
  findings: ["ROBUST-04", "ROBUST-08"],
  // Whatever met a 503: it refused a plain request, or answered a bad one with a 5xx.
  alsoAllowed: [
    "REFUSE-03",
    "ROBUST-01",
    "CREATE-03",
    "CREATE-04",
    "CREATE-05",
    "CREATE-06",
    "CREATE-08",
    "ACT-03",
    "ACT-04",
    "ACT-07",
    "DETAILS-04",
    "DETAILS-05",
    "FILES-03",
    "FILE-01",
  ],
  stillPassed: 60,
};
