/** From what was asked for to an environment that can be reached: configuration, flags, or the embedded reference. */
import { defaultLimits, Secrets, type Environment } from "../../driver/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";

export const embeddedName = "embedded";

export interface EnvironmentFlags {
  readonly baseUrl?: string;
  readonly token?: string;
  readonly organization?: string;
  readonly workflow?: string;
  readonly createActions?: readonly string[];
  readonly appendActions?: readonly string[];
  readonly access?: "read-only" | "read-write";
}

/** Which target is meant, as plain data. */
export interface TargetRequest {
  /** Name of an environment; absent: the configuration's default, or the embedded reference. */
  readonly environment?: string;
  /** Path of the configuration file; absent: `trace-conformance.yaml` of the working folder, if there is one. */
  readonly configFile?: string;
  readonly flags?: EnvironmentFlags;
  /** Where the embedded reference listens, once it was started. */
  readonly embeddedBaseUrl?: string;
}

export interface OpenedTarget {
  readonly environment: Environment;
  /** What finds the same target from another thread. */
  readonly request: TargetRequest;
  close(): Promise<void>;
}

/** The environment that a request means. @throws ConfigurationError for what cannot be. */
export async function environmentOf(request: TargetRequest): Promise<Environment> {
  const { credentials, secondUser, organization, workflows } = embeddedTarget;
  const { sharesOrganization, ...second } = secondUser;
  return Promise.resolve({
    name: embeddedName,
    baseUrl: request.embeddedBaseUrl ?? "http://127.0.0.1:0",
    access: "read-write",
    secrets: new Secrets(credentials, second),
    secondUser: { sharesOrganization },
    organization,
    workflows: workflows.map((workflow) => ({
      ...workflow,
      actions: workflow.actions.map((action) => ({ creates: false, appends: !("creates" in action), ...action })),
    })),
    knownTraces: [],
    limits: defaultLimits,
    openPoints: {},
    waivers: [],
  });
}

/** Resolves a request, and starts the embedded reference where it is meant. Close it at the end. */
export async function openTarget(request: TargetRequest): Promise<OpenedTarget> {
  const environment = await environmentOf(request);
  if (environment.name !== embeddedName) return { environment, request, close: () => Promise.resolve() };
  const reference = await startReferenceProcess();
  const opened: TargetRequest = { ...request, embeddedBaseUrl: reference.baseUrl };
  return {
    environment: { ...environment, baseUrl: reference.baseUrl },
    request: opened,
    close: () => reference.close(),
  };
}
