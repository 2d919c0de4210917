/** What a large file adds to memory while it goes there and back. */
import { expect, test } from "vitest";
import { judgedScript } from "../../bench/lib/large-script.ts";
import { largeFile } from "../../bench/measurements/large-things.ts";

test("a file of 256 MiB adds far less than itself, and than what the engine would let pile up", async () => {
  const sizeMiB = 256;
  const maxResponseBytes = 2 * sizeMiB * 1_048_576;
  const { beforeMiB, peakMiB, failed } = await judgedScript({ script: largeFile(sizeMiB), maxResponseBytes });
  expect(failed).toEqual([]);
  expect(peakMiB - beforeMiB).toBeLessThan(80);
}, 60_000);
