import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { narrowedDescription } from "../../scripts/fuzz/narrow.ts";
import { operations } from "../../spec/operations.ts";
import { examineAll } from "../../suites/matrix/pool.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";
import { fuzz, installFuzzer } from "../lib/fuzzer.ts";
import { median, tableOf, type Finding } from "../lib/finding.ts";
import { prepare, send } from "../lib/requests.ts";
import { sampleOf } from "../lib/sample.ts";
import type { Measurement } from "../measurement.ts";

const SAMPLE = 30;
const description = new URL("../../spec/openapi.yaml", import.meta.url);

export const againstOthers: Measurement = {
  id: "against-others",
  title: "The same seeded faults before a general fuzzer (schemathesis), with the same description and time to match.",
  async run({ progress, long = false }) {
    const folder = mkdtempSync(join(tmpdir(), "bench-others-"));
    try {
      const program = await installFuzzer(folder);
      const faults = sampleOf(chooseTargets({ only: [], areas: [], kinds: ["fault"] }), SAMPLE);
      const ours = await examineAll(faults, { depth: "standard", seed: 1, workers: 1 });
      progress(`the suite: ${String(ours.filter(({ verdict }) => verdict === "caught").length)} caught`);
      const maxSeconds = long ? 30 : 4;
      const honest = await attempt([], { program, folder, maxSeconds });
      progress(`schemathesis on the honest service: ${honest.found ? "a false alarm" : "nothing"}`);
      const theirs: Attempt[] = [];
      for (const fault of faults) theirs.push(await attempt([fault.id], { program, folder, maxSeconds }));
      const caught = theirs.filter(({ found }) => found);
      const onlyTheirs = faults.filter((_, at) => theirs[at]?.found && ours[at]?.verdict !== "caught");
      const totals: Finding[] = [
        { what: "faults", value: faults.length },
        { what: "the suite: caught", value: ours.filter(({ verdict }) => verdict === "caught").length },
        {
          what: "the suite: exchanges of one fault, median",
          value: median(ours.map((one) => one.exchanges + one.probeExchanges)),
        },
        { what: "the suite: seconds of one fault, median", value: median(ours.map((one) => one.seconds)), unit: "s" },
        { what: "schemathesis: caught", value: caught.length },
        { what: "schemathesis: false alarms on the honest service", value: honest.found ? 1 : 0 },
        { what: "schemathesis: requests of one fault, median", value: median(theirs.map((one) => one.requests)) },
        {
          what: "schemathesis: seconds of one fault, median",
          value: median(theirs.map((one) => one.seconds)),
          unit: "s",
        },
        { what: "caught by schemathesis alone", value: onlyTheirs.length },
      ];
      const missed = ours.filter(({ verdict }) => verdict !== "caught").map(({ id }) => [id]);
      const found = faults.filter((_, at) => theirs[at]?.found).map(({ id }) => [id]);
      return [
        tableOf(`Against schemathesis, at most ${String(maxSeconds)} s of fuzzing for each fault`, totals),
        ...(missed.length === 0 ? [] : [{ title: "What the suite did not catch", columns: ["fault"], rows: missed }]),
        { title: "What schemathesis caught", columns: ["fault"], rows: found },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Attempt {
  readonly found: boolean;
  readonly seconds: number;
  /** As the service counted them. */
  readonly requests: number;
}

interface Means {
  readonly program: string;
  readonly folder: string;
  readonly maxSeconds: number;
}

/** It gets a token, and a description narrowed to ids that exist: else it would see little but refusals. */
async function attempt(faults: string[], { program, folder, maxSeconds }: Means): Promise<Attempt> {
  const service = await startReferenceProcess({ faults });
  try {
    const { baseUrl } = service;
    // A fault may keep the preparation itself from succeeding; then the description stays as it is.
    const world = await prepare(baseUrl, 1, []).catch(() => undefined);
    const traceId = world?.withFiles.traceId ?? "";
    const digest = world?.withFiles.digests[0] ?? "";
    let file = fileURLToPath(description);
    if (traceId !== "" && digest !== "") {
      file = join(folder, "narrowed.json");
      writeFileSync(file, JSON.stringify(narrowedDescription(description, { traceId, digest })));
    }
    const token = world?.token ?? (await tokenOf(baseUrl));
    const { found, seconds } = await fuzz({ program, description: file, baseUrl, token, maxSeconds, cwd: folder });
    return { found, seconds, requests: await requestsOf(baseUrl) };
  } finally {
    await service.close();
  }
}

async function tokenOf(baseUrl: string): Promise<string> {
  const login = operations.find(({ id }) => id === "legacyLoginCredential");
  const world = { baseUrl, token: "", traceIds: [], withFiles: { traceId: "", digests: [] }, count: 1 };
  const answer = login && (await send(login, world).catch(() => undefined));
  return (answer as { token?: string } | undefined)?.token ?? "";
}

/** The sum over the counters of the service's own metrics. */
async function requestsOf(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const counts = [...text.matchAll(/^trace_requests_total\{[^}]*\} (\d+)$/gm)].map((match) => Number(match[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}
