/** schemathesis, a general fuzzer of services that an OpenAPI document describes, where it can be had. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const VERSION = "4.32.5";

export interface FuzzOptions {
  readonly program: string;
  readonly description: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly maxSeconds: number;
  readonly cwd: string;
}

/** Installs it into a folder of its own. @throws Error that says why it cannot be had */
export async function installFuzzer(folder: string): Promise<string> {
  const given = process.env["FUZZ_VENV"];
  const venv = given ?? join(folder, "venv");
  const program = join(venv, "bin", "schemathesis");
  if (existsSync(program)) return program;
  try {
    await run("python3", ["-m", "venv", venv], { timeout: 60_000 });
    const install = ["install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`];
    await run(join(venv, "bin", "pip"), install, { timeout: 180_000 });
  } catch (error) {
    throw new Error(`schemathesis ${VERSION} cannot be installed here: ${String(error).slice(0, 200)}`, {
      cause: error,
    });
  }
  return program;
}

/** @returns whether it found anything, by any of its checks but one */
export async function fuzz(options: FuzzOptions): Promise<{ found: boolean; seconds: number; output: string }> {
  const { program, description, baseUrl, token, maxSeconds, cwd } = options;
  const words = ["run", description, "--url", baseUrl, "--header", `Authorization: Bearer ${token}`, "--seed", "1"];
  // Left out: that whatever fits the description is accepted. The interface leaves the description wide.
  const checks = ["--checks", "all", "--exclude-checks", "positive_data_acceptance", "--request-timeout", "10"];
  const bound = ["--max-time", String(maxSeconds), "--max-failures", "1", "--warnings", "off"];
  const started = performance.now();
  const result = await run(program, [...words, ...checks, ...bound], {
    cwd,
    timeout: (maxSeconds + 60) * 1000,
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: unknown; stdout: string },
  );
  const seconds = (performance.now() - started) / 1000;
  if (result.code !== 0 && result.code !== 1) throw new Error(`schemathesis ended with ${String(result.code)}`);
  return { found: result.code === 1, seconds, output: result.stdout };
}
