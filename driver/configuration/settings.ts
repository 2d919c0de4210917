/** A configuration file as it is written, after the schema has accepted it. */
import type { Json } from "../../spec/json.ts";
import type { Pins } from "../../spec/vocabulary/profile.ts";
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import type { Duty } from "../../spec/operations.ts";
import type { Access, Limits, TlsOptions } from "../environment.ts";
import type { Credentials } from "../secrets/secrets.ts";

export interface ActionSettings {
  readonly key: string;
  readonly groupLabel: string;
  /** Default: false. */
  readonly creates?: boolean;
  /** Default: true for an action that does not create, and for all where all create and none says. */
  readonly appends?: boolean;
  /** JSON Schema of the data, or the path of a file, or a `$ref` to it. */
  readonly data?: Json;
  /** Data that the action takes, or the path of a file, or a `$ref` to it; beside a schema they say what of it is sent. */
  readonly examples?: readonly Json[];
  readonly after?: readonly string[];
  readonly atMost?: number;
  readonly ends?: boolean;
  /** What it asks of its files. Default: found out. */
  readonly files?: "some" | "none";
}

export interface WorkflowSettings {
  readonly id: string;
  readonly name?: string;
  readonly actions: readonly ActionSettings[];
  readonly nextActions?: {
    readonly path: readonly string[];
    readonly by?: "group" | "all" | "entry" | "action";
    readonly below?: readonly string[];
    readonly key?: string;
    readonly group?: string;
  };
}

/** What a user does. */
export interface UserSettings {
  readonly groups?: readonly string[];
  readonly may?: readonly Duty[];
}

/** The data of a target: whom it knows and what can be done there. */
export interface TargetSettings {
  readonly credentials?: Credentials & UserSettings;
  readonly secondUser?: Omit<Credentials, "token"> & { readonly sharesOrganization?: boolean };
  readonly users?: readonly (Omit<Credentials, "token"> & UserSettings)[];
  readonly organization?: string;
  readonly workflows?: readonly WorkflowSettings[];
  readonly knownTraces?: readonly string[];
}

export interface EnvironmentSettings extends TargetSettings {
  readonly baseUrl: string;
  readonly access?: Access;
  /** Confirms that `--access read-write` may raise the access. Default: false. */
  readonly allowWrites?: boolean;
  /** Wrong passwords that a run may send for each account, never two in a row. Default: 4; none where it only reads or in a production. */
  readonly probeWrongPasswords?: number;
  readonly limits?: Partial<Limits>;
  readonly tls?: TlsOptions;
  readonly proxy?: string;
  /** For gateways; never those that the interface or HTTP is about. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly telemetry?: {
    readonly traceparent?: boolean;
    readonly traceUrl?: string;
    readonly otlp?: { readonly endpoint: string; readonly headers?: Readonly<Record<string, string>> };
  };
  readonly openPoints?: Pins;
  readonly waivers?: readonly Waiver[];
}

export interface ConfigurationSettings {
  readonly defaultEnvironment?: string;
  readonly environments?: Readonly<Record<string, EnvironmentSettings>>;
  readonly extend?: readonly string[];
}
