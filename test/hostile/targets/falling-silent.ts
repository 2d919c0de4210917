import type { HostileTarget } from "../lib/hostile-target.ts";
import { startProxy } from "../lib/proxy.ts";

export const fallingSilent: HostileTarget = {
  id: "falling-silent",
  behaviour: "Two actions at the same time lock each other out, and everything but the logins waits for them for ever.",
  start(honestUrl) {
    let underWay = 0;
    let isLocked = false;
    return startProxy(honestUrl, async ({ operation = "" }, { honest, send }) => {
      const isAction = operation.endsWith("AppendAction");
      if (isAction) isLocked ||= ++underWay > 1;
      if (isLocked && !operation.includes("Login")) return;
      const reply = await honest();
      if (isAction) underWay--;
      if (!isAction || !isLocked) send(reply);
    });
  },
  verdict: "non-conformant",
  findings: ["ROBUST-02", "REFUSE-05"],
  stillPassed: 20,
  limits: { timeoutMs: 700 },
};
