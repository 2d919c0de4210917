/** `run --watch`: what it refuses, what it tries again, and how it notices a restart. On a terminal: `watch.long.test.ts`. */
import { createServer, type AddressInfo, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { PortWatch } from "../../cli/watch/port-watch.ts";
import { redOf } from "../../cli/watch/try-again.ts";
import { sampleResults } from "../reports/sample-builder.ts";
import { callCli } from "./lib/call-cli.ts";
import { emptyFolder } from "./lib/run-cli.ts";

test("what only a probe showed is tried by other scripts: the trace of the probe may be gone", () => {
  const failure = (id: string) => ({
    ...{ message: "m", operation: "v2TraceState" as const, exchanges: [], replay: "" },
    script: { id, title: "", steps: [] },
  });
  const results = sampleResults();
  const red = redOf({
    ...results,
    requirements: [["probes/a/1"], ["probes/a/1", "scenarios/b"]].flatMap((ids) =>
      results.requirements
        .filter(({ id }) => id === "STATE-03")
        .map((state) => ({ ...state, status: "failed" as const, failures: ids.map(failure) })),
    ),
  });
  expect(red.map(({ scripts }) => scripts.map(({ id }) => id))).toEqual([[], ["scenarios/b"]]);
  expect(red.map(({ operations }) => [...operations])).toEqual([["v2TraceState"], ["v2TraceState"]]);
});

test.each([
  [["--watch"], "--watch wants a terminal"],
  [["--watch", "--json"], "leave out --json"],
  [["--watch", "--shard", "1/2"], "leave out --shard"],
])("run %j without a terminal ends with 2 and a remedy", async (args, said) => {
  const { code, stderr } = await callCli(["run", ...args], { cwd: emptyFolder() });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(said) as string });
});

async function listen(port: number, onBytes: () => void): Promise<Server> {
  const server = createServer((socket) => socket.on("data", onBytes).on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
const closed = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

test("a restart is a port that was closed and is open again, to which nothing is sent", async () => {
  let bytes = 0;
  const first = await listen(0, () => bytes++);
  const { port } = first.address() as AddressInfo;
  let down = 0;
  const goesDown = Promise.withResolvers<undefined>();
  const watch = new PortWatch(`http://127.0.0.1:${port}/api`, () => {
    down++;
    goesDown.resolve(undefined);
  });
  onTestFinished(() => watch.stop());
  let restarts = 0;
  const restarted = watch.restart().then(() => restarts++);
  await closed(first);
  await goesDown.promise;
  expect(restarts).toBe(0);
  const second = await listen(port, () => bytes++);
  onTestFinished(() => void second.close());
  await restarted;
  expect({ down, bytes }).toEqual({ down: 1, bytes: 0 });
});
