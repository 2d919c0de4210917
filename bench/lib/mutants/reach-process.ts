/** Runs the suite against the service as it is, and sends what of each file of the reference was executed. */
import { Session } from "node:inspector/promises";
import type { EnvironmentName } from "../../../reference/environments.ts";
import { examine } from "../../../suites/matrix/examine.ts";
import type { MatrixTarget } from "../../../suites/matrix/target.ts";
import { referenceFolder } from "./mutants.ts";
import type { Ranges } from "./reach.ts";

process.on("disconnect", () => process.exit());
const [, , environment, seed] = process.argv;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { startService } = await import("./service.ts");
const target: MatrixTarget = {
  kind: "fault",
  id: "none",
  title: "the service as it is",
  requirements: [],
  environment: environment as EnvironmentName,
};
const service = await startService(target);
const { run, sightings } = await examine(target, service, { depth: "standard", seed: Number(seed) });
if (run !== "conformant")
  throw new Error(`the service as it is: ${run ?? "red"}; ${sightings.map(({ message }) => message).join("; ")}`);
const { result } = await session.post("Profiler.takePreciseCoverage");
const mark = `?mutant=${target.id}`;
process.send?.(
  result
    .filter(({ url }) => url.startsWith(referenceFolder.href) && url.endsWith(mark))
    .map(({ url, functions }): readonly [string, Ranges] => [
      url.slice(referenceFolder.href.length, -mark.length),
      functions.flatMap(({ ranges }) => ranges),
    ]),
);
