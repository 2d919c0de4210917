/** What sending spans and metrics costs a run. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Depth } from "../../suites/engine/plan/depth.ts";
import { atMost, median, tableOf } from "../lib/finding.ts";
import { measuredRun, sessionMs, type MeasuredRun } from "../lib/measured-run.ts";
import type { Measurement } from "../measurement.ts";

const GOAL = 1.05;

export const telemetry: Measurement = {
  id: "telemetry",
  title: "A standard run that sends spans and metrics (OTLP), to one that does not.",
  async run({ progress }) {
    const { cpu, wall } = await measureTelemetry({ depth: "standard", turns: 5, progress });
    return [
      tableOf("Telemetry", [
        { what: "CPU of a run with telemetry ÷ without", value: median(cpu), goal: atMost(median(cpu), GOAL) },
        { what: "time of a run with telemetry ÷ without", value: median(wall), goal: atMost(median(wall), GOAL) },
      ]),
    ];
  },
};

/** Per turn the share of a run with telemetry to one without; they take turns, so that what else goes on meets both. */
export async function measureTelemetry({
  depth,
  turns,
  progress,
}: {
  readonly depth: Depth;
  readonly turns: number;
  readonly progress: (text: string) => void;
}): Promise<{ readonly cpu: readonly number[]; readonly wall: readonly number[] }> {
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const otlp = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
  try {
    const shares: { readonly cpu: number; readonly wall: number }[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      const runs: MeasuredRun[] = [];
      // Each goes first in every second turn.
      for (const isOn of turn % 2 === 0 ? [true, false] : [false, true])
        runs[isOn ? 1 : 0] = await measuredRun({ depth, seed: turn, ...(isOn ? { otlp } : {}) });
      const [off, on] = runs as [MeasuredRun, MeasuredRun];
      shares.push({
        cpu: on.cpuMs / on.exchanges / (off.cpuMs / off.exchanges),
        wall: sessionMs(on) / on.exchanges / (sessionMs(off) / off.exchanges),
      });
      progress(
        `turn ${String(turn)}: CPU × ${shares.at(-1)?.cpu.toFixed(3) ?? ""}, time × ${shares.at(-1)?.wall.toFixed(3) ?? ""}`,
      );
    }
    return { cpu: shares.map(({ cpu }) => cpu), wall: shares.map(({ wall }) => wall) };
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}
