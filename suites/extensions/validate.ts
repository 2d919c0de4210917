/** Finds what is wrong with an extension, before anything is sent. */
import { validateScript } from "../../generators/index.ts";
import { operations } from "../../spec/operations.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { Extension, OwnRequirement } from "./extension.ts";

const idPattern = /^X(-[A-Z0-9]+)*-[A-Z][A-Z0-9]*-\d{2,}$/;
const levels = ["MUST", "SHOULD", "MAY"];
const bases = ["stated", "implied", "robustness"];

/** One sentence for each fault; empty when there is none. Modules may be plain JavaScript, so nothing is taken on trust. */
export function extensionProblems(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null)
    return ["wanted an extension as the default export, such as defineExtension({ name, requirements, rules })"];
  const { name, requirements = [], rules = [], scripts } = value as Extension;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/.test(name))
    return [`name: wanted a name in kebab-case, such as acme-audit; got ${shown(name)}`];
  if (!Array.isArray(requirements)) return [`requirements: wanted a list; got ${shown(requirements)}`];
  if (!Array.isArray(rules)) return [`rules: wanted a list; got ${shown(rules)}`];
  return [
    ...requirements.flatMap(requirementProblems),
    ...repeated(requirements.map((requirement) => requirement.id)).map((id) => `${id}: the id is given twice`),
    ...ruleProblems(value as Extension),
    ...(scripts !== undefined && typeof scripts !== "function"
      ? [`scripts: wanted a function of the context; got ${shown(scripts)}`]
      : []),
  ];
}

function requirementProblems(requirement: OwnRequirement): string[] {
  const { id, level, basis, statement, section, operations: covered } = requirement;
  const known = operations.map((operation) => operation.id as string);
  const problems: string[] = [];
  if (typeof id !== "string" || !idPattern.test(id))
    return [`requirement ${shown(id)}: wanted an id such as X-ACME-01`];
  if (!levels.includes(level)) problems.push(`${id}: level: wanted one of ${levels.join(", ")}; got ${shown(level)}`);
  if (basis !== undefined && !bases.includes(basis))
    problems.push(`${id}: basis: wanted one of ${bases.join(", ")}; got ${shown(basis)}`);
  if (typeof statement !== "string" || statement.trim() === "")
    problems.push(`${id}: statement: wanted a sentence; got ${shown(statement)}`);
  if (typeof section !== "string" || section.trim() === "")
    problems.push(`${id}: section: wanted where it comes from; got ${shown(section)}`);
  if (!Array.isArray(covered) || covered.length === 0)
    problems.push(`${id}: operations: wanted at least one operation; got ${shown(covered)}`);
  else
    for (const operation of covered as readonly string[])
      if (!known.includes(operation))
        problems.push(`${id}: operations: there is no operation ${shown(operation)}.${didYouMean(operation, known)}`);
  return problems;
}

function ruleProblems({ requirements = [], rules = [] }: Extension): string[] {
  const own = requirements.map(({ id }) => id as string);
  const judged = new Set<string>();
  const problems: string[] = [];
  for (const rule of rules) {
    if (typeof rule.id !== "string" || typeof rule.judge !== "function" || !Array.isArray(rule.requirements)) {
      problems.push(`rule ${shown(rule.id)}: wanted id, requirements and judge`);
      continue;
    }
    for (const id of rule.requirements) {
      judged.add(id);
      if (!own.includes(id))
        problems.push(`rule ${rule.id}: ${shown(id)} is no requirement of this extension.${didYouMean(id, own)}`);
    }
  }
  for (const id of own)
    if (!judged.has(id)) problems.push(`${id}: no rule judges it; name it in the requirements of a rule`);
  return problems;
}

/** What is wrong with the scripts that an extension gave for a target. */
export function scriptProblems(scripts: unknown): readonly string[] {
  if (!Array.isArray(scripts)) return [`scripts: wanted a list of scripts; got ${shown(scripts)}`];
  return [
    ...(scripts as readonly Script[]).flatMap((script) =>
      typeof script?.id === "string" && Array.isArray(script.steps)
        ? validateScript(script).map((problem) => `script ${script.id}: ${problem}`)
        : [`scripts: wanted objects with id, title and steps; got ${shown(script)}`],
    ),
    ...repeated((scripts as readonly Script[]).map((script) => script?.id)).map(
      (id) => `script ${id}: the id is given twice`,
    ),
  ];
}

function repeated(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
