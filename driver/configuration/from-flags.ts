/** Environments that no file describes: the flags of a command line, and the embedded reference service. */
import { existsSync } from "node:fs";
import type { Access, Environment } from "../environment.ts";
import type { Credentials } from "../secrets/secrets.ts";
import { effectiveAccess, type AccessSettings } from "./access.ts";
import { buildEnvironment } from "./build-environment.ts";
import { ConfigurationError, type ConfigurationIssue } from "./configuration-error.ts";
import { addressFault, embeddedName } from "./load.ts";
import { isProductionAddress, isProductionName } from "./production.ts";
import type { ActionSettings, EnvironmentSettings, TargetSettings } from "./settings.ts";
import { valueFaults } from "./value-faults.ts";

export interface EnvironmentFlags extends Credentials {
  readonly baseUrl: string;
  /** Default: the host of the base URL. */
  readonly name?: string;
  readonly organization?: string;
  /** Id of the workflow. */
  readonly workflow?: string;
  readonly workflowName?: string;
  /** `KEY:GROUP` of an action that creates traces. */
  readonly createAction?: string;
  /** `KEY:GROUP` of an action that is appended. */
  readonly appendAction?: string;
  readonly access?: Access;
  readonly knownTraces?: readonly string[];
  readonly secondUser?: TargetSettings["secondUser"];
  readonly limits?: EnvironmentSettings["limits"];
  readonly proxy?: string;
  /** Absolute path of a PEM file with the authorities that are trusted. */
  readonly caFile?: string;
}

/** Why flags alone let a run write, where nobody said so in words. */
const namesCreation = "--create-action was given";

/** True where flags describe the target, and that they name a creating action is all that lets a run write there. */
export function isWrittenByFlagAlone({ byFlags, access, accessReason }: Environment): boolean {
  return byFlags === true && access === "read-write" && accessReason === namesCreation;
}

/**
 * The environment that flags describe. Who names an action that creates traces wants some created: access is read-write
 * then, unless `--access` says otherwise; without such an action there is nothing to write.
 * @param listed what a configuration file says of the service at the address, which flags alone do not override
 * @throws ConfigurationError
 */
export function environmentFromFlags(flags: EnvironmentFlags, listed: readonly AccessSettings[] = []): Environment {
  const { baseUrl, workflow, workflowName, createAction, appendAction, access: _, name, caFile, ...others } = flags;
  const faults = valueFaults(flags, "Let the shell fill it in: inside of single quotes it does not.");
  const issues: ConfigurationIssue[] = faults.map(({ path, ...rest }) => ({
    ...rest,
    key: flagNameOf(path.join(".")),
  }));
  const fault = addressFault(baseUrl, false);
  if (fault !== undefined && !issues.some(({ key }) => key === "--base-url")) {
    const remedy = "For example --base-url http://127.0.0.1:3000.";
    issues.push({ key: "--base-url", wanted: "an http or https address", got: fault, remedy });
  }
  issues.push(...connectionIssues(flags));
  const actions = [
    ...parseAction("--create-action", createAction, true, issues),
    ...parseAction("--append-action", appendAction, false, issues),
  ];
  if (workflow === undefined && actions.length > 0) {
    const remedy = "Add --workflow ID.";
    issues.push({
      key: "--workflow",
      wanted: "the id of the workflow that the actions belong to",
      got: "none",
      remedy,
    });
  }
  if (workflow === undefined && workflowName !== undefined) {
    const remedy = "Add --workflow ID.";
    issues.push({
      key: "--workflow-name",
      wanted: "the name of the workflow of --workflow",
      got: "no --workflow",
      remedy,
    });
  }
  if (issues.length > 0) throw new ConfigurationError("the command line", issues);
  const workflows =
    workflow === undefined
      ? []
      : [{ id: workflow, ...(workflowName === undefined ? {} : { name: workflowName }), actions }];
  const { email, password, privateKey, token, ...rest } = others;
  const credentials = { email, password, privateKey, token } as Credentials;
  const built = buildEnvironment(
    name ?? new URL(baseUrl).host,
    { ...rest, ...(caFile === undefined ? {} : { tls: { caFile } }), baseUrl, workflows, credentials },
    grantedTo({ ...flags, name: name ?? new URL(baseUrl).host }, listed),
    process.cwd(),
  );
  return { ...built, byFlags: true };
}

/** What is wrong with how the target is reached. */
function connectionIssues({ proxy, caFile }: EnvironmentFlags): ConfigurationIssue[] {
  const fault = proxy === undefined ? undefined : addressFault(proxy, true);
  const remedy = "For example --proxy http://proxy.example:3128.";
  return [
    ...(fault === undefined ? [] : [{ key: "--proxy", wanted: "an http or https address", got: fault, remedy }]),
    ...(caFile === undefined || existsSync(caFile)
      ? []
      : [{ key: "--ca-file", wanted: "a PEM file", got: `no file ${caFile}`, remedy: "Name one that exists." }]),
  ];
}

/** Credentials are given by variables, the token also by a flag. */
function flagNameOf(member: string): string {
  const snake = member.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  if (["email", "password", "privateKey"].includes(member)) return `TRACE_${snake}`;
  const flag = `--${snake.toLowerCase().replaceAll("_", "-")}`;
  return member === "token" ? `${flag} or TRACE_TOKEN` : flag;
}

function grantedTo(
  { name, baseUrl, access, createAction }: EnvironmentFlags & { readonly name: string },
  listed: readonly AccessSettings[],
): { access: Access; reason: string; isProduction: boolean } {
  const isProduction =
    isProductionName(name) || isProductionAddress(baseUrl) || listed.some((entry) => entry.isProduction);
  const guarded = listed.filter((entry) => entry.isProduction || entry.inFile !== "read-write");
  const [first] = guarded;
  if (first && (access ?? "read-write") === "read-write") {
    const settings = { ...first, allowWrites: guarded.every(({ allowWrites }) => allowWrites) };
    const granted = effectiveAccess(settings, access);
    return { ...granted, reason: `environment "${first.name}" has this address; ${granted.reason}`, isProduction };
  }
  if (isProduction && access !== "read-only") {
    const settings = { name, isProduction, inFile: undefined, allowWrites: false };
    return { ...effectiveAccess(settings, access), isProduction };
  }
  return { ...grantedByFlags(access, createAction), isProduction };
}

function grantedByFlags(
  access: Access | undefined,
  createAction: string | undefined,
): { access: Access; reason: string } {
  if (access !== undefined) return { access, reason: `--access ${access}` };
  if (createAction !== undefined) return { access: "read-write", reason: namesCreation };
  return {
    access: "read-only",
    reason: "read-only unless said; give --create-action KEY:GROUP to let traces be created",
  };
}

function parseAction(
  flag: string,
  value: string | undefined,
  creates: boolean,
  issues: ConfigurationIssue[],
): ActionSettings[] {
  if (value === undefined) return [];
  // A key may hold colons; a group label seldom does.
  const colon = value.lastIndexOf(":");
  if (colon <= 0 || colon === value.length - 1) {
    issues.push({ key: flag, wanted: "KEY:GROUP", got: `"${value}"`, remedy: `For example ${flag} open:clerks.` });
    return [];
  }
  return [{ key: value.slice(0, colon), groupLabel: value.slice(colon + 1), creates, appends: !creates }];
}

/** The built-in environment: the reference service at `baseUrl`, with the data that it was started with. */
export function embeddedEnvironment(
  baseUrl: string,
  target: TargetSettings,
  settings: Partial<Omit<EnvironmentSettings, keyof TargetSettings | "baseUrl">> = {},
): Environment {
  const { access } = settings;
  const granted = access && { access, reason: `--access ${access}` };
  return buildEnvironment(
    embeddedName,
    { ...target, ...settings, baseUrl },
    granted ?? { access: "read-write", reason: "the embedded service belongs to this run alone" },
    process.cwd(),
  );
}
