import type { HostileTarget } from "../lib/hostile-target.ts";
import { startProxy, type Proxy } from "../lib/proxy.ts";

export const dyingHalfWay: HostileTarget = {
  id: "dying-half-way",
  behaviour: "After 300 requests every connection is refused.",
  async start(honestUrl) {
    const target: Proxy = await startProxy(honestUrl, async ({ number }, { send, honest }) => {
      if (number >= 300) target.die();
      else send(await honest());
    });
    return target;
  },
  verdict: "incomplete",
  findings: ["ROBUST-04"],
  stillPassed: 1,
};
