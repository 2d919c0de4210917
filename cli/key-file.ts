/** Keys that the user names: `--key`. */
import { resolve } from "node:path";
import { readBytes } from "../spec/files/read-file.ts";
import { whyUnreadable } from "../spec/files/why-unreadable.ts";
import { KeyError, signerOf, type Signer } from "../reports/evidence/index.ts";
import { UsageError } from "../suites/usage-error.ts";
import type { CommandOptions } from "./command.ts";
import { text } from "./options.ts";
import type { Terminal } from "./terminal.ts";

const maxKeyBytes = 65_536;
/** Where the passphrase of an encrypted key stands, as no list of processes shows it. */
const passphraseName = "TRACE_CONFORMANCE_KEY_PASSPHRASE";

/** The bytes of `--key`, or undefined without it. @throws UsageError where it cannot be read */
export function keyIn(options: CommandOptions, { cwd }: Terminal): Buffer | undefined {
  const file = text(options, "key");
  if (file === undefined) return undefined;
  try {
    return readBytes(resolve(cwd, file), maxKeyBytes);
  } catch (cause) {
    throw new UsageError(`--key ${file}: ${whyUnreadable(cause)}; wanted a key as PEM`, { cause });
  }
}

/** What signs with `--key`, or undefined without it. @throws UsageError for what is no private key */
export function signerIn(options: CommandOptions, terminal: Terminal): Signer | undefined {
  const pem = keyIn(options, terminal);
  if (!pem) return undefined;
  try {
    return signerOf(pem, terminal.env[passphraseName]);
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause;
    throw new UsageError(
      `--key ${text(options, "key") ?? ""}: ${cause.message}. Make one with "openssl genpkey -algorithm ed25519"; ` +
        `the passphrase of an encrypted one stands in ${passphraseName}`,
      { cause },
    );
  }
}
