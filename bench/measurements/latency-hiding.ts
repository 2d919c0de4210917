import { startReferenceProcess } from "../../reference/spawn.ts";
import { startDelayingProxy } from "../lib/delaying-proxy.ts";
import { atMost, tableOf } from "../lib/finding.ts";
import { measuredRun, sessionMs } from "../lib/measured-run.ts";
import type { Measurement } from "../measurement.ts";

const DELAY_MS = 80;
const MOST_TIMES = 4;
const MOST_SECONDS = 18;

export const latencyHiding: Measurement = {
  id: "latency-hiding",
  title: `A standard run on a service whose answers come ${String(DELAY_MS)} ms later.`,
  async run({ progress }) {
    const service = await startReferenceProcess();
    const proxy = await startDelayingProxy(service.baseUrl, DELAY_MS);
    try {
      const near = await measuredRun({ depth: "standard", seed: 1, baseUrl: service.baseUrl });
      progress(`undelayed: ${(sessionMs(near) / 1000).toFixed(1)} s`);
      const far = await measuredRun({ depth: "standard", seed: 1, baseUrl: proxy.baseUrl });
      const times = sessionMs(far) / sessionMs(near);
      const seconds = sessionMs(far) / 1000;
      return [
        tableOf("Latency hiding", [
          { what: "undelayed", value: sessionMs(near) / 1000, unit: "s" },
          { what: "delayed", value: seconds, unit: "s", goal: atMost(seconds, MOST_SECONDS, "s") },
          { what: "delayed: probes", value: far.probesMs / 1000, unit: "s" },
          { what: "delayed: traffic", value: far.trafficMs / 1000, unit: "s" },
          { what: "delayed ÷ undelayed", value: times, goal: atMost(times, MOST_TIMES) },
          { what: "one after the other it would take", value: (far.exchanges * DELAY_MS) / 1000, unit: "s" },
        ]),
      ];
    } finally {
      proxy.close();
      await service.close();
    }
  },
};
