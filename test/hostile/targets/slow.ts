import { setTimeout as sleep } from "node:timers/promises";
import type { HostileTarget } from "../lib/hostile-target.ts";
import { startProxy } from "../lib/proxy.ts";

export const slow: HostileTarget = {
  id: "slow",
  behaviour: "Every answer takes 300 ms longer than it needs; that is nothing to complain about.",
  start: (honestUrl) =>
    startProxy(honestUrl, async (_, { send, honest }) => {
      await sleep(300);
      send(await honest());
    }),
  verdict: "conformant",
  findings: [],
  limits: { timeoutMs: 5_000, concurrency: 32 },
  grantedMs: 15_000,
};
