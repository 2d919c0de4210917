import type { GeneratorContext } from "../context.ts";
import { malformedSteps, type MalformedOptions } from "../defects/malformed-steps.ts";
import { filterCases } from "../filters/filter-cases.ts";
import { withMarker, markerOf } from "../json/marker.ts";
import type { OperationKind } from "../../spec/operations.ts";
import { operations } from "../../spec/operations.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { OperationStep, Script, Step } from "../../spec/vocabulary/script.ts";
import type { Plan, SimplePlan } from "./plan.ts";

interface BuiltTrace {
  readonly label: string;
  readonly documents: readonly JsonObject[];
  /** References to the files attached so far, as `$label.N`. */
  readonly files: readonly string[];
}

/** What the steps after this point may refer to. */
interface Scope {
  readonly traces: BuiltTrace[];
}

/** Makes the script that a list of plans stands for. `name` gives it its id and its markers. */
export function buildScript(context: GeneratorContext, name: string, plans: readonly Plan[]): Script {
  const builder = new ScriptBuilder(context, name);
  const scope: Scope = { traces: [] };
  const steps = plans.flatMap((plan): readonly Step[] => {
    if (plan.kind !== "parallel") return builder.steps(plan, scope);
    const before = scope.traces.slice();
    const opened: BuiltTrace[][] = [];
    const parallel = plan.branches
      .map((branch) => {
        const inner: Scope = { traces: before.slice() };
        const built = branch.flatMap((simple) => builder.steps(simple, inner));
        opened.push(inner.traces.slice(before.length));
        return built;
      })
      .filter((branch) => branch.length > 0);
    scope.traces.push(...opened.flat());
    return parallel.length > 1 ? [{ parallel }] : (parallel[0] ?? []);
  });
  return { id: `properties/${name}`, title: "A random flow of mixed steps agrees with the model", steps };
}

class ScriptBuilder {
  readonly #context: GeneratorContext;
  readonly #name: string;
  #count = 0;

  constructor(context: GeneratorContext, name: string) {
    this.#context = context;
    this.#name = name;
  }

  /** The steps of one plan; without a trace to act on, none but a creation. */
  steps(plan: SimplePlan, scope: Scope): readonly OperationStep[] {
    const { face } = plan;
    if (plan.kind === "workflows") return [{ op: "workflows", face }];
    if (plan.kind === "create") return [this.#create(plan, scope)];
    const trace = scope.traces[plan.trace % scope.traces.length];
    if (!trace) return [];
    const ref = `$${trace.label}`;
    switch (plan.kind) {
      case "act":
        return [this.#act(plan, trace, scope)];
      case "state":
      case "details": {
        const page = plan.kind === "details" && Object.keys(plan.page).length > 0 ? { page: plan.page } : {};
        const actor = plan.actor === "second" ? { actor: plan.actor } : {};
        const shown = plan.both ? this.#context.faces : [face];
        return shown.map((shownFace): OperationStep => ({
          op: plan.kind,
          face: shownFace,
          trace: ref,
          ...page,
          ...actor,
        }));
      }
      case "walk":
        return [{ op: "walk", face, trace: ref, ...plan.shape }];
      case "files": {
        const digests = new Set(plan.picks.flatMap((pick) => trace.files[pick % trace.files.length] ?? []));
        return digests.size > 0 ? [{ op: "files", face, trace: ref, digests: [...digests] }] : [];
      }
      case "file": {
        const digest = trace.files[plan.pick % trace.files.length];
        return digest === undefined ? [] : [{ op: "file", face: "v2", trace: ref, digest }];
      }
      case "search":
        return this.#search(plan, trace);
      case "malformed":
        return [this.#malformed(plan, ref)];
      case "token": {
        const kinds = ["state", "details"] as const;
        const op = kinds[plan.pick % kinds.length] ?? "state";
        return [{ op, face, trace: ref, token: plan.defect }];
      }
    }
  }

  #next(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }

  #input(plan: Extract<SimplePlan, { kind: "create" | "act" }>, label: string) {
    const { input, files } = plan;
    const traits = [...new Set([...input.traits, ...files.traits])];
    const marker = { run: this.#context.runId, marker: markerOf(this.#name, this.#context.runId, label) };
    return {
      data: withMarker(input.data, marker),
      ...(files.files.length > 0 ? { files: files.files } : {}),
      ...(traits.length > 0 ? { traits } : {}),
    };
  }

  #create(plan: Extract<SimplePlan, { kind: "create" | "act" }>, scope: Scope): OperationStep {
    const label = this.#next("t");
    const input = this.#input(plan, label);
    scope.traces.push({ label, documents: [input.data], files: plan.files.files.map((_, n) => `$${label}.${n}`) });
    return { op: "create", face: plan.face, as: label, ...input };
  }

  #act(plan: Extract<SimplePlan, { kind: "create" | "act" }>, trace: BuiltTrace, scope: Scope): OperationStep {
    const label = this.#next("a");
    const input = this.#input(plan, label);
    scope.traces[scope.traces.indexOf(trace)] = {
      label: trace.label,
      documents: [...trace.documents, input.data],
      files: [...trace.files, ...plan.files.files.map((_, n) => `$${label}.${n}`)],
    };
    return { op: "act", face: plan.face, as: label, trace: `$${trace.label}`, ...input };
  }

  #search(plan: Extract<SimplePlan, { pick: number }>, trace: BuiltTrace): readonly OperationStep[] {
    const document = trace.documents.at(-1) ?? {};
    const cases = filterCases(document).filter(({ name }) => !name.startsWith("unknown-key"));
    const chosen = cases[plan.pick % cases.length];
    if (!chosen) return [];
    const until = chosen.hit ? { until: { includes: [`$${trace.label}`] } } : {};
    const unusual = chosen.traits.length > 0 ? { traits: chosen.traits } : {};
    return [{ op: "search", face: plan.face, filters: chosen.filters, ...until, ...unusual }];
  }

  #malformed(plan: Extract<SimplePlan, { pick: number }>, trace: string): OperationStep {
    const kinds = operations.filter((o) => o.bearer && o.face === plan.face).map((o): OperationKind => o.kind);
    const data = withMarker(
      {},
      { run: this.#context.runId, marker: markerOf(this.#name, this.#context.runId, this.#next("bad")) },
    );
    const options: MalformedOptions = { face: plan.face, trace, data };
    const lists = kinds.map((kind) => malformedSteps(kind, options));
    const list = lists[plan.pick % lists.length] ?? [];
    return list[Math.floor(plan.pick / lists.length) % list.length] ?? { op: "state", face: plan.face, trace };
  }
}
