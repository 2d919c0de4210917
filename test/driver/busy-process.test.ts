/** What a client makes of answers that come while its own process is kept from reading them. */
import { once } from "node:events";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../driver/client/client.ts";
import { environmentAt } from "./lib/target.ts";

const timeoutMs = 300;
const get = { method: "GET", path: "/x", headers: {} } as const;

/** In a thread of its own, as this one is going to be busy. Answers after 100 ms, or never. */
async function targetThat(answers: boolean): Promise<string> {
  const worker = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     const server = require("node:http").createServer((_, response) => {
       if (workerData) setTimeout(() => response.end("{}"), 100);
     });
     server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: answers },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, "message")) as [number];
  return `http://127.0.0.1:${String(port)}`;
}

test.each([
  [true, undefined],
  [false, "timeout"],
])("whether a target answers (%s) shows after a pause of this process", async (answers, failure) => {
  const client = new Client(environmentAt(await targetThat(answers), { limits: { timeoutMs } }));
  onTestFinished(() => client.close());
  const reply = client.send(get, true);
  await sleep(50);
  // Clocks are looked at next, and sockets after them.
  await immediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
  expect((await reply).failure?.kind).toBe(failure);
});
