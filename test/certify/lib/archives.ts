/** Archives that tests forge: one of a run that failed, one of a run that passed and answers a challenge. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedEnvironment, type Environment } from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { signerOf } from "../../../reports/evidence/index.ts";
import type { Results } from "../../../reports/index.ts";
import { certifyRun } from "../../../suites/evidence/certify.ts";
import { runSuite } from "../../../suites/engine/run-suite.ts";
import { startShared } from "../../lib/reference.ts";

export const challenge = "given by the receiver on 3 May";
const keys = generateKeyPairSync("ed25519");
const privateKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
export const publicKey = keys.publicKey.export({ type: "spki", format: "pem" }).toString();

interface MadeArchive {
  readonly archive: Buffer;
  readonly results: Results;
  readonly environment: Environment;
}

/** A run at depth quick, and its evidence. */
export async function archiveOf(
  options: {
    readonly faults?: string[];
    readonly challenge?: string;
    readonly access?: Environment["access"];
  } = {},
): Promise<MadeArchive> {
  const { faults = [], access = "read-write" } = options;
  const home = mkdtempSync(join(tmpdir(), "certify-"));
  const reference = await startShared({ faults });
  try {
    const environment = embeddedEnvironment(reference.baseUrl, embeddedTarget, { access });
    const chosen = options.challenge === undefined ? { seed: 11 } : { challenge: options.challenge };
    await runSuite(environment, { depth: "quick", ...chosen, outputDir: home });
    const certified = await certifyRun(home, { evenQuick: true, sign: signerOf(privateKey) });
    return { ...certified, environment };
  } finally {
    await reference.close();
    rmSync(home, { recursive: true, force: true });
  }
}
