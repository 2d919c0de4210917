import { forgetPeakMemory, peakMemoryMiB, sendLargeFile } from "../../test/reference/lib/large-file.ts";
import { Client } from "../../test/reference/service.ts";
import { engines } from "../lib/engines.ts";
import type { Measurement } from "../measurement.ts";

const SIZE_MIB = 1024;
/** The most that the memory of the service may grow while a file goes through it, in MiB. */
const MOST_GROWTH_MIB = 200;

export const referenceLargeFile: Measurement = {
  id: "reference-large-file",
  title: "A file of 1 GiB goes up, comes down and is packed, in flat memory.",
  async run({ progress }) {
    const rows = [];
    for (const start of engines) {
      const engine = await start();
      const service = await engine.service();
      try {
        progress(`${engine.name}: a file of ${String(SIZE_MIB)} MiB`);
        const { token = "" } = await new Client(service.baseUrl).login();
        forgetPeakMemory(service.pid);
        const before = peakMemoryMiB(service.pid) ?? NaN;
        const { uploadMs, downloadMs, zipMs } = await sendLargeFile(service.baseUrl, token, SIZE_MIB);
        const peak = peakMemoryMiB(service.pid) ?? NaN;
        if (peak - before > MOST_GROWTH_MIB) {
          throw new Error(`${engine.name}: memory grew from ${before.toFixed(0)} to ${peak.toFixed(0)} MiB`);
        }
        const speed = (ms: number): string => (SIZE_MIB / (ms / 1000)).toFixed(0);
        rows.push([engine.name, speed(uploadMs), speed(downloadMs), speed(zipMs), before.toFixed(0), peak.toFixed(0)]);
      } finally {
        await service.close();
        await engine.close();
      }
    }
    const columns = [
      "engine",
      "upload, MiB/s",
      "download, MiB/s",
      "archive, MiB/s",
      "memory before, MiB",
      "at most, MiB",
    ];
    return [{ title: `A file of ${String(SIZE_MIB)} MiB`, columns, rows }];
  },
};
