import {
  fittingAction,
  isOpen,
  type Marker,
  markerMembers,
  markerPlaceIn,
  type MemberPlaces,
} from "../../../generators/index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { ActStep, CreateStep, Script, SearchStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../context.ts";

/** The closed schemas of the actions that scripts use, that of the creation first. */
export function closedSchemasOf(workflow: WorkflowDescription | undefined): readonly JsonObject[] {
  return (["create", "act"] as const).flatMap((purpose) => {
    const action = fittingAction(workflow, purpose);
    return action?.dataSchema && !isOpen(action) ? [action.dataSchema] : [];
  });
}

/** The searches of a script, written in the members of closed schemas; made before any document is given its places. */
export class TranslatedSearches {
  readonly #context: SuiteContext;
  readonly #places: readonly MemberPlaces[];
  /** Members of the script's free documents, each with its first value. */
  readonly #members = new Map<string, Json>();
  /** Members that steps name as the form of their own action has them, with their values. */
  readonly #inForm = new Set<string>();

  constructor(context: SuiteContext, script: Script, places: readonly MemberPlaces[]) {
    this.#context = context;
    this.#places = places;
    const steps = placedSteps(script).map(({ step }) => step);
    for (const step of steps)
      if (step.op === "create" || step.op === "act")
        for (const [name, value] of Object.entries(step.data))
          if (!this.#members.has(name)) this.#members.set(name, value);
    for (const step of steps) if (step.op === "create" || step.op === "act") this.#noteInForm(step);
    for (const step of steps) if (step.op === "search") this.#reserve(step);
  }

  /**
   * The filters in the members of the target's schemas; undefined where nothing there can be looked for. Whether somebody
   * may search at all shows without filters, too.
   */
  filtersOf(step: SearchStep): Json | undefined {
    // By the names that states show.
    if (step.traits?.includes("filters.computed")) return step.filters;
    const mayNotSearch = step.token !== undefined || step.actor === "second";
    return this.#inMembers(step) ?? (mayNotSearch ? {} : undefined);
  }

  #inMembers({ filters, workflow = 0, traits = [] }: SearchStep): Json | undefined {
    if (!isJsonObject(filters)) return filters;
    const [schema] = this.#schemas(workflow);
    if (!schema) return filters;
    const members = Object.entries(filters).map(([key, value]) => this.#translated(schema, workflow, key, value));
    const unknown = Object.keys(filters).every((key) => !isMarkerMember(key) && !this.#isMember(key));
    if (members.includes(undefined) || (unknown && members.length > 0 && traits.length === 0)) return undefined;
    return Object.fromEntries(members.filter((member) => member !== undefined));
  }

  /** A workflow that does not exist is asked as the first one would be. */
  #schemas(workflow: number | string): readonly JsonObject[] {
    return closedSchemasOf(this.#context.target.workflows[typeof workflow === "number" ? workflow : 0]);
  }

  #reserve({ filters, workflow = 0 }: SearchStep): void {
    const [schema] = this.#schemas(workflow);
    if (!schema || typeof workflow !== "number" || !isJsonObject(filters)) return;
    for (const key of Object.keys(filters)) {
      const value = this.#members.get(key);
      if (value !== undefined && !isMarkerMember(key)) this.#places[workflow]?.reserve(schema, key, value);
    }
  }

  #translated(
    schema: JsonObject,
    workflow: number | string,
    key: string,
    value: Json,
  ): readonly [string, Json] | undefined {
    if (isMarkerMember(key)) {
      const place = markerPlaceIn(schema);
      return place && this.#reached(place.path, typeof value === "string" ? place.text(this.#markerOf(value)) : value);
    }
    const [name = "", ...inner] = key.split(".");
    // What no document has is asked for as it is: it finds nothing, or is refused.
    if (!this.#isMember(key)) return [key, value];
    const placed = this.#places[typeof workflow === "number" ? workflow : 0]?.find(name, inner.length > 0 ? {} : value);
    if (!placed && this.#inForm.has(JSON.stringify([workflow, key, value]))) return [key, value];
    return placed && this.#reached([...placed.path, ...inner], placed.value, inner.length > 0 ? value : undefined);
  }

  #noteInForm({ workflow = 0, action, data }: CreateStep | ActStep): void {
    const schema = this.#context.target.workflows[workflow]?.actions.find(({ key }) => key === action)?.dataSchema;
    const named = isJsonObject(schema?.["properties"]) ? schema["properties"] : {};
    for (const [name, value] of Object.entries(data))
      if (Object.hasOwn(named, name)) this.#inForm.add(JSON.stringify([workflow, name, value]));
  }

  #isMember(key: string): boolean {
    return this.#members.has(key.split(".")[0] ?? key);
  }

  /** Members of objects can be named only where the target's filters reach them. */
  #reached(path: readonly string[], value: Json, inner?: Json): readonly [string, Json] | undefined {
    const keys = readingOf(this.#context.profile, "search-keys");
    if (path.length > 1 && (keys?.inner ?? "none") === "none") return undefined;
    return [path.join("."), inner ?? value];
  }

  #markerOf(marker: string): Marker {
    return { run: this.#context.runId, marker };
  }
}

function isMarkerMember(key: string): boolean {
  return key === markerMembers.marker || key === markerMembers.run;
}
