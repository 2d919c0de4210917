/** `trace-conformance.yaml`: read, checked, and made into environments. */
import { dirname, resolve } from "node:path";
import type { Access, Environment, TlsOptions } from "../environment.ts";
import { pemProblem } from "../pem-file.ts";
import { effectiveAccess, type AccessSettings } from "./access.ts";
import { ActionDataError } from "./action-data.ts";
import { buildEnvironment, embeddedName } from "./build-environment.ts";
import { ConfigurationError, type ConfigurationIssue } from "./configuration-error.ts";
import { headerFaults } from "./header-faults.ts";
import { isProductionAddress, isProductionName, isSameService } from "./production.ts";
import { nearest } from "./nearest.ts";
import { schemaIssues } from "./schema-check.ts";
import type { ConfigurationSettings, EnvironmentSettings } from "./settings.ts";
import { issueAt, readYaml, type Fault, type YamlSource } from "./source.ts";
import { substitute, type Substituted, type Variables } from "./substitute.ts";
import { valueFaults } from "./value-faults.ts";

export { embeddedName };

interface Configuration {
  /** Absolute path. */
  readonly file: string;
  /**
   * The name that is meant where none is given: `defaultEnvironment`, or the only one of the file.
   * @throws ConfigurationError where neither tells it: nobody should find the wrong target tested.
   */
  defaultEnvironment(): string;
  /** True where that is said. */
  readonly hasDefault: boolean;
  /** Names of the environments in the file, in its order. */
  readonly environmentNames: readonly string[];
  /** Modules with requirements and rules of the user's own: absolute paths, or names of packages. */
  readonly extend: readonly string[];
  /** What the file says of the service at an address, whatever it calls it. */
  listedAt(baseUrl: string): readonly AccessSettings[];
  /** @throws ConfigurationError where the file has no environment of this name, and it is not that of the reference */
  expectEnvironment(name: string): void;
  /**
   * The environment of this name, its variables filled in.
   * @throws ConfigurationError for an unknown name, a variable that is not set, or a file that cannot be read.
   */
  environment(name: string, overrides?: { readonly access?: Access }): Environment;
}

/**
 * Reads and checks a configuration. Variables are needed only by the environment that is asked for.
 * @throws ConfigurationError with everything that is wrong.
 */
export function loadConfiguration(path: string, variables: Variables = process.env): Configuration {
  const file = resolve(path);
  const source = readYaml(file);
  const filled = substitute(source.value ?? {}, variables);
  const unsetPaths = new Set(filled.unset.map(({ path: at }) => at.join("\u0000")));
  // A value whose variable is not set is reported as that, and only where it is needed.
  const issues = schemaIssues(filled.value, source).filter(({ key }) => !unsetPaths.has(key.replaceAll(".", "\u0000")));
  if (issues.length > 0) throw new ConfigurationError(file, issues);
  const settings = filled.value as ConfigurationSettings;
  const environments = settings.environments ?? {};
  const names = Object.keys(environments);
  const wrong = [...namingIssues(settings, names, source), ...addressIssues(environments, unsetPaths, source)];
  if (wrong.length > 0) throw new ConfigurationError(file, wrong);
  const meant = settings.defaultEnvironment ?? (names.length === 1 ? names[0] : undefined);
  return {
    file,
    hasDefault: meant !== undefined,
    defaultEnvironment() {
      if (meant === undefined) throw noneMeant(file, names);
      return meant;
    },
    environmentNames: names,
    listedAt: (baseUrl) =>
      Object.entries(environments)
        .filter(([, entry]) => isSameService(entry.baseUrl, baseUrl))
        .map(([name, entry]) => ({
          name,
          isProduction: isProductionEntry(name, entry),
          inFile: entry.access,
          allowWrites: entry.allowWrites ?? false,
        })),
    extend: (settings.extend ?? []).map((module) => (module.startsWith(".") ? resolve(dirname(file), module) : module)),
    expectEnvironment(name) {
      if (name !== embeddedName && !names.includes(name)) throw unknownEnvironment(file, name, names);
    },
    environment(name, overrides = {}) {
      const entry = environments[name];
      if (!entry || !Object.hasOwn(environments, name)) throw unknownEnvironment(file, name, names);
      return environmentOf(source, name, entry, filled, overrides.access);
    },
  };
}

/**
 * One environment of a configuration file; its default, or its only one, when no name is given.
 * @throws ConfigurationError, also when that is the embedded environment, which a file does not describe.
 */
export function loadEnvironment(
  path: string,
  name?: string,
  overrides: { readonly access?: Access } = {},
  variables: Variables = process.env,
): Environment {
  const configuration = loadConfiguration(path, variables);
  return configuration.environment(name ?? configuration.defaultEnvironment(), overrides);
}

function environmentOf(
  source: YamlSource,
  name: string,
  settings: EnvironmentSettings,
  { unset }: Substituted,
  byFlag: Access | undefined,
): Environment {
  const { file } = source;
  const folder = dirname(file);
  const tls = absolute(settings.tls, folder);
  const inside = (fault: Fault): Fault => ({ ...fault, path: ["environments", name, ...fault.path] });
  const faults = [
    ...unset.filter(({ path }) => path[0] === "environments" && path[1] === name).map(unsetFault),
    ...valueFaults(settings, "Write ${NAME}: only that form is filled in.").map(inside),
    ...headerFaults(settings.headers).map(inside),
    ...unusableFiles(tls).map(inside),
  ];
  const refuse = (all: readonly Fault[]): ConfigurationError =>
    new ConfigurationError(
      file,
      all.map((fault) => issueAt(source, fault)),
    );
  if (faults.length > 0) throw refuse(faults);
  const { access: inFile, allowWrites = false } = settings;
  const isProduction = isProductionEntry(name, settings);
  const granted = { ...effectiveAccess({ name, isProduction, inFile, allowWrites }, byFlag), isProduction };
  try {
    return buildEnvironment(name, { ...settings, ...(tls ? { tls } : {}) }, granted, folder);
  } catch (error) {
    if (!(error instanceof ActionDataError)) throw error;
    const { path, wanted, message: got } = error;
    throw refuse([inside({ path, wanted, got, remedy: relativePaths })]);
  }
}

function isProductionEntry(name: string, { baseUrl }: EnvironmentSettings): boolean {
  return isProductionName(name) || isProductionAddress(baseUrl);
}

const relativePaths = "Paths are relative to the configuration file.";

function unsetFault({ path, name }: Substituted["unset"][number]): Fault {
  return {
    path,
    wanted: `the environment variable ${name}`,
    got: "none of this name",
    remedy: `Set ${name}, remove the line, or write \${${name}:-} where it may be missing.`,
  };
}

function absolute(tls: TlsOptions | undefined, folder: string): TlsOptions | undefined {
  if (!tls) return undefined;
  return Object.fromEntries(Object.entries(tls).map(([key, path]) => [key, resolve(folder, path as string)]));
}

function unusableFiles(tls: TlsOptions | undefined): Fault[] {
  return Object.entries(tls ?? {}).flatMap(([key, path]) => {
    const got = pemProblem(path as string);
    return got === undefined ? [] : [{ path: ["tls", key], wanted: "a PEM file", got, remedy: relativePaths }];
  });
}

function namingIssues(
  settings: ConfigurationSettings,
  names: readonly string[],
  source: YamlSource,
): ConfigurationIssue[] {
  const issues: ConfigurationIssue[] = [];
  const wanted = settings.defaultEnvironment;
  if (wanted !== undefined && wanted !== embeddedName && !names.includes(wanted)) {
    issues.push(issueAt(source, { ...unknownName(wanted, names), path: ["defaultEnvironment"] }));
  }
  if (names.includes(embeddedName)) {
    const got = `"${embeddedName}", which is built in and needs no entry`;
    const path = ["environments", embeddedName];
    issues.push(issueAt(source, { path, wanted: "another name", got, remedy: "Rename the entry." }));
  }
  return issues;
}

function addressIssues(
  environments: Readonly<Record<string, EnvironmentSettings>>,
  unsetPaths: ReadonlySet<string>,
  source: YamlSource,
): ConfigurationIssue[] {
  return Object.entries(environments).flatMap(([name, { baseUrl, proxy }]) =>
    Object.entries({ baseUrl, proxy }).flatMap(([key, address]) => {
      const path = ["environments", name, key];
      if (address === undefined || unsetPaths.has(path.join("\u0000"))) return [];
      const got = addressFault(address, key === "proxy");
      if (got === undefined) return [];
      const wanted = "an http or https address";
      const remedy = key === "proxy" ? "For example http://proxy.example:3128." : "For example https://traces.example.";
      return [issueAt(source, { path, wanted, got, remedy })];
    }),
  );
}

/** What is wrong with an address, without repeating what may be a secret in it. */
export function addressFault(address: string, mayHoldUser: boolean): string | undefined {
  if (!URL.canParse(address)) return "a text that is no address";
  const { protocol, username, password, search, hash } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return `the scheme ${protocol.slice(0, -1)}`;
  if (!mayHoldUser && (username !== "" || password !== "")) return "one with a user name in it; use credentials";
  return search === "" && hash === "" ? undefined : "one with a query or a fragment";
}

function unknownName(name: string, names: readonly string[]): Omit<ConfigurationIssue, "key"> {
  const valid = [embeddedName, ...names];
  const meant = nearest(name, valid);
  return {
    wanted: `one of the environments ${valid.join(", ")}`,
    got: `"${name}"`,
    ...(meant === undefined ? {} : { nearest: meant }),
    remedy: "Add it under environments, or name another.",
  };
}

function noneMeant(file: string, names: readonly string[]): ConfigurationError {
  if (names.length === 0) {
    const remedy = `Add one below environments: ("trace-conformance init" writes an example); --env ${embeddedName} is the reference service.`;
    return new ConfigurationError(file, [
      { key: "environments", wanted: "an environment", got: "no environments in this file", remedy },
    ]);
  }
  const wanted = `the one that is meant of ${names.join(", ")}, as --env was not given`;
  const remedy = `Give --env NAME, or write defaultEnvironment: NAME; --env ${embeddedName} is the reference service.`;
  return new ConfigurationError(file, [{ key: "defaultEnvironment", wanted, got: "none", remedy }]);
}

function unknownEnvironment(file: string, name: string, names: readonly string[]): ConfigurationError {
  if (name === embeddedName) {
    const remedy = `Name another with --env, or as defaultEnvironment; there ${names.length === 1 ? "is" : "are"} ${names.join(", ") || "none"}.`;
    const got = `"${embeddedName}", which is built in`;
    return new ConfigurationError(file, [{ key: "environments", wanted: "an environment of the file", got, remedy }]);
  }
  return new ConfigurationError(file, [{ key: "environments", ...unknownName(name, names) }]);
}
