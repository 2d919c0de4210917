/** What sending spans and metrics costs a run. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Depth } from "../../suites/engine/plan/depth.ts";
import { atMost, median, tableOf } from "../lib/finding.ts";
import { measuredRun, sessionMs } from "../lib/measured-run.ts";
import type { Measurement } from "../measurement.ts";

const GOAL = 0.05;

export const telemetry: Measurement = {
  id: "telemetry",
  title: "What sending spans and metrics (OTLP) takes of a standard run.",
  async run({ progress }) {
    const { ofTime, ofCpu } = await measureTelemetry({ depth: "standard", turns: 3, progress });
    return [
      tableOf("Telemetry", [
        { what: "telemetry, of the time of the run", value: median(ofTime), goal: atMost(median(ofTime), GOAL) },
        { what: "telemetry, of the CPU of the suite's process", value: median(ofCpu) },
      ]),
    ];
  },
};

/** Per turn what telemetry computes within the run, as a part of its time and of its CPU. */
export async function measureTelemetry({
  depth,
  turns,
  progress,
}: {
  readonly depth: Depth;
  readonly turns: number;
  readonly progress: (text: string) => void;
}): Promise<{ readonly ofTime: readonly number[]; readonly ofCpu: readonly number[] }> {
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const otlp = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
  const [ofTime, ofCpu]: [number[], number[]] = [[], []];
  try {
    for (let turn = 1; turn <= turns; turn++) {
      const run = await measuredRun({ depth, seed: turn, otlp });
      ofTime.push(run.telemetryCpuMs / sessionMs(run));
      ofCpu.push(run.telemetryCpuMs / run.cpuMs);
      const { telemetryCpuMs, cpuMs } = run;
      progress(
        `turn ${String(turn)}: ${telemetryCpuMs.toFixed(0)} ms of ${sessionMs(run).toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`,
      );
    }
    return { ofTime, ofCpu };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}
