/** A digest over the files of the suite: whether two runs were judged by the very same code. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { specDigest, suiteVersion } from "./suite-identity.ts";
import type { SuiteIdentity } from "../../../reports/evidence/index.ts";

/** The rooms that decide on a verdict. */
const rooms = ["spec", "generators", "driver", "checks", "probes", "suites", "reports"];
const kept = /(?<!\.test|\.d)\.(ts|js|json|yaml)$/;

let identity: SuiteIdentity | undefined;

/** The suite as it runs here. Reads some hundred files, once. */
export function suiteIdentity(): SuiteIdentity {
  identity ??= {
    name: "trace-conformance",
    version: suiteVersion,
    suiteDigest: suiteDigest(),
    specDigest,
    node: process.version,
  };
  return identity;
}

/** SHA-256 over the sorted list of the files' names and digests. The sources and the built files have different ones. */
function suiteDigest(): string {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const hash = createHash("sha256");
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && kept.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of files.sort()) {
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    hash.update(`${digest}  ${relative(root, file).split(sep).join("/")}\n`);
  }
  return hash.digest("hex");
}
