/** What is known of a target beforehand, from the configuration, without its secrets. */
import type { JsonObject } from "../json.ts";

export interface ActionDescription {
  readonly key: string;
  readonly groupLabel: string;
  /** True where the action can create a trace. */
  readonly creates: boolean;
  /** True where the action can be appended to a trace. */
  readonly appends: boolean;
  /** JSON Schema of the data; absent: any JSON object. */
  readonly dataSchema?: JsonObject;
}

export interface WorkflowDescription {
  readonly id: string;
  /** Absent when the configuration does not say. */
  readonly name?: string;
  readonly actions: readonly ActionDescription[];
}

/** The part of an environment that checks may look at. */
export interface JudgingTarget {
  readonly name: string;
  readonly access: "read-only" | "read-write";
  readonly organization?: string;
  readonly workflows: readonly WorkflowDescription[];
  readonly secondUser?: { readonly sharesOrganization: boolean };
  /** Traces that the configuration says exist, in their UUID form. */
  readonly knownTraces?: readonly string[];
  readonly timeoutMs: number;
  readonly searchLagMs: number;
}
