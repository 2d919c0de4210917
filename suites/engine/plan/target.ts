/** From what was asked for to an environment that can be reached: configuration, flags, or the embedded reference. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  configurationFileName,
  embeddedEnvironment,
  embeddedName,
  environmentFromFlags,
  loadConfiguration,
  type Access,
  type Environment,
  type EnvironmentFlags,
} from "../../../driver/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../../reference/spawn.ts";
import { UsageError } from "../../usage-error.ts";

export { embeddedName };

/** Which target is meant, as plain data. */
export interface TargetRequest {
  /** Name of an environment; absent: the one that the configuration means; without a file the reference. */
  readonly environment?: string;
  /** Path of the configuration file; absent: `trace-conformance.yaml` of the working folder, if there is one. */
  readonly configFile?: string;
  /** A target that no file describes. */
  readonly flags?: EnvironmentFlags;
  readonly access?: Access;
  /** Where the embedded reference listens, once it was started. */
  readonly embeddedBaseUrl?: string;
}

/** The modules that the configuration of a request adds, with the file that names them. */
export function extensionsOf(request: TargetRequest): {
  readonly extend?: readonly string[];
  readonly extendFrom?: string;
} {
  if (request.flags) return {};
  const file = request.configFile ?? defaultConfigFile();
  if (file === undefined) return {};
  const { extend, file: extendFrom } = loadConfiguration(file);
  return extend.length === 0 ? {} : { extend, extendFrom };
}

interface OpenedTarget {
  readonly environment: Environment;
  /** What finds the same target from another process or thread. */
  readonly request: TargetRequest;
  close(): Promise<void>;
}

/**
 * The environment that a request means. That of the embedded reference has no address before it was started.
 * @throws ConfigurationError and UsageError for what cannot be.
 */
export function environmentOf(request: TargetRequest): Environment {
  const { flags, access, environment } = request;
  if (flags) {
    if (environment !== undefined || request.configFile !== undefined)
      throw new UsageError("--base-url describes a target by itself; leave out --env and --config, or leave it out");
    const beside = defaultConfigFile();
    // What the file says of an address holds however the address is named.
    const listed = beside === undefined ? [] : loadConfiguration(beside).listedAt(flags.baseUrl);
    return environmentFromFlags({ ...flags, ...(access ? { access } : {}) }, listed);
  }
  const file = request.configFile ?? defaultConfigFile();
  const configuration = file === undefined ? undefined : loadConfiguration(file);
  const name = environment ?? configuration?.defaultEnvironment() ?? embeddedName;
  if (name === embeddedName)
    return embeddedEnvironment(request.embeddedBaseUrl ?? "http://127.0.0.1", embeddedTarget, access ? { access } : {});
  if (!configuration) throw notDescribed(name);
  return configuration.environment(name, access ? { access } : {});
}

/** An environment is named where no file could describe it. */
export function notDescribed(name: string): UsageError {
  return new UsageError(
    `--env "${name}": there is no ${configurationFileName} here that could describe it; ` +
      `"trace-conformance init" writes one, --config names another file`,
  );
}

/**
 * Starts the embedded reference where a request means it. Close it at the end.
 * @param environment of the request, where it is known already
 * @param start how the reference is started
 */
export async function openTarget(
  request: TargetRequest,
  environment = environmentOf(request),
  start = startReferenceProcess,
): Promise<OpenedTarget> {
  if (environment.name !== embeddedName || request.flags)
    return { environment, request, close: () => Promise.resolve() };
  const reference = await start();
  const opened: TargetRequest = { ...request, embeddedBaseUrl: reference.baseUrl };
  return { environment: environmentOf(opened), request: opened, close: () => reference.close() };
}

function defaultConfigFile(): string | undefined {
  const file = resolve(configurationFileName);
  return existsSync(file) ? file : undefined;
}
