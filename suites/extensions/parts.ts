/** What a run is made of: the suite's own requirements and rules, and those of extensions. */
import { rules, type Rule } from "../../checks/index.ts";
import type { NamedExtension } from "../../reports/results/index.ts";
import { requirements, type Requirement, type RequirementId } from "../../spec/requirements/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { UsageError } from "../usage-error.ts";
import { finished, type SuiteContext } from "../scripts/index.ts";
import type { Extension, OwnRequirement } from "./extension.ts";
import { extensionProblems, scriptProblems } from "./validate.ts";

/** The file that an extension was loaded from. */
export type Origin = Omit<NamedExtension, "name">;

export class Parts {
  readonly extensions: readonly Extension[];
  /** The requirements of extensions alone. */
  readonly ownRequirements: readonly Requirement[];
  /** All requirements: the register first, in its order. */
  readonly requirements: readonly Requirement[];
  readonly rules: readonly Rule[];
  /** The extensions as results name them. */
  readonly named: readonly NamedExtension[];
  readonly #byId: ReadonlyMap<string, Requirement>;

  /**
   * @param origins the files that extensions came from; those of a program have none
   * @throws UsageError with everything that is wrong with the extensions
   */
  constructor(extensions: readonly Extension[] = [], origins: ReadonlyMap<Extension, Origin> = new Map()) {
    const problems = extensions.flatMap((extension) =>
      extensionProblems(extension).map(
        (problem) => `extension ${String(extension?.name ?? "without a name")}: ${problem}`,
      ),
    );
    if (problems.length > 0) throw new UsageError(problems.join("\n"));
    this.extensions = extensions;
    this.named = extensions.map((extension) => ({
      name: extension.name,
      ...(origins.get(extension) ?? { kind: "module" }),
    }));
    this.ownRequirements = extensions.flatMap((extension) => (extension.requirements ?? []).map(requirementOf));
    this.requirements = [...requirements, ...this.ownRequirements];
    const byExtension = (extension: Extension): readonly Rule[] => {
      const from = origins.get(extension)?.file ?? extension.name;
      return (extension.rules ?? []).map((rule) => ofExtension(rule, from));
    };
    this.rules = [...rules, ...extensions.flatMap(byExtension)];
    this.#byId = new Map(this.requirements.map((requirement) => [requirement.id, requirement]));
    if (this.#byId.size < this.requirements.length)
      throw new UsageError(`extensions: the same requirement id is used by two of them: ${this.#twice().join(", ")}`);
  }

  /** @throws RangeError for an id that is none. */
  requirement(id: RequirementId): Requirement {
    const found = this.#byId.get(id);
    if (!found) throw new RangeError(`no requirement ${id}`);
    return found;
  }

  /** The scripts of the extensions, fitted to the target like the suite's own. @throws UsageError for what is no script. */
  scripts(context: SuiteContext): readonly Script[] {
    return this.extensions.flatMap((extension) => {
      const scripts = extension.scripts?.(context) ?? [];
      const problems = scriptProblems(scripts);
      if (problems.length > 0)
        throw new UsageError(problems.map((problem) => `extension ${extension.name}: ${problem}`).join("\n"));
      const prefix = `own/${extension.name}/`;
      return finished(context, scripts).map((script) => ({
        ...script,
        id: script.id.startsWith(prefix) ? script.id : prefix + script.id,
      }));
    });
  }

  #twice(): readonly string[] {
    const ids = this.requirements.map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  }
}

function ofExtension(rule: Rule, extension: string): Rule {
  const { id, requirements: judged } = rule;
  return { id, requirements: judged, extension, judge: (subject) => rule.judge(subject) };
}

/** A run without extensions. */
export const ownParts = new Parts();

function requirementOf({ basis = "stated", ...shape }: OwnRequirement): Requirement {
  return { ...shape, basis, area: shape.id.slice(0, shape.id.lastIndexOf("-")) };
}
