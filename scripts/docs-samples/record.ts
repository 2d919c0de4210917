/** A real run for the pages to show: the reference service with faults of several kinds, seen by the command. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { parseResults, type Failure, type RequirementResult, type Results } from "../../reports/index.ts";

const faults = [
  "authentication/v2-state-needs-no-token",
  "details/total-count-stops-at-five",
  "file/last-byte-is-lost",
  "robustness/malformed-json-is-a-server-error",
];
const bin = fileURLToPath(new URL("../../bin/trace-conformance.js", import.meta.url));

/** The port that the interface names for local development; the run itself takes any that is free. */
const shownAddress = "http://127.0.0.1:3000";

/** Runs the command against the faulty service, and keeps of the results what fits on a page. */
export async function recordRun(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "trace-conformance-docs-"));
  const service = await startReferenceProcess({ faults });
  try {
    const { privateKey: _none, ...credentials } = embeddedTarget.credentials;
    const vendor = { baseUrl: service.baseUrl, access: "read-write", ...embeddedTarget, credentials };
    const waivers = [
      { requirement: "CONC-04", reason: "TICKET-123: counting is being repaired", expires: "2099-12-31" },
    ];
    const configuration = { environments: { local: { ...vendor, waivers } } };
    writeFileSync(join(folder, "trace-conformance.yaml"), stringify(configuration));
    await command(folder);
    const text = readFileSync(join(folder, "conformance-report", "results.json"), "utf8");
    return shortened(parseResults(text.replaceAll(service.baseUrl, shownAddress)));
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function command(cwd: string): Promise<void> {
  const args = [bin, "run", "--env", "local", "--depth", "quick", "--seed", "4071", "--quiet"];
  const child = spawn(process.execPath, args, { cwd, stdio: "inherit" });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 1) throw new Error(`the run was to end with 1, not conformant; it ended with ${String(code)}`);
}

const maxFailures = 2;
const maxExchanges = 2;
const maxTraces = 3;

function shortened(results: Results): Results {
  const tracesLeft = results.tracesLeft?.slice(0, maxTraces);
  return {
    ...results,
    requirements: results.requirements.map(shortRequirement),
    ...(tracesLeft ? { tracesLeft } : {}),
  };
}

function shortRequirement({ failures, ...requirement }: RequirementResult): RequirementResult {
  return { ...requirement, ...(failures ? { failures: failures.slice(0, maxFailures).map(shortFailure) } : {}) };
}

function shortFailure(failure: Failure): Failure {
  return { ...failure, exchanges: failure.exchanges.slice(0, maxExchanges) };
}
