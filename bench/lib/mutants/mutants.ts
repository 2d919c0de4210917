/** The mutants of the reference service: each is its code with one place written otherwise. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { hiddenBecause, type HiddenBecause } from "./hidden.ts";
import { operators } from "./operators.ts";

export interface Mutant {
  /** `<file>:<line>:<column>+<length> <operator> <number>`, unique; files are named from `reference/`. */
  readonly id: string;
  readonly file: string;
  /** Names of what it stands in, from the outside, such as `TokenService.verify`; empty at the top of a file. */
  readonly within: string;
  /** Why nobody can see it from outside, whatever it is asked; absent: it is to be examined. */
  readonly hidden?: HiddenBecause;
  /** Where the text is replaced. */
  readonly start: number;
  readonly end: number;
  readonly was: string;
  readonly becomes: string;
  /** The text of what the place is directly a part of. */
  readonly of: string;
}

export const referenceFolder = new URL("../../../reference/", import.meta.url);

/** What answers requests; how the service is started, stored on disk, watched and seeded shows nothing of the interface. */
const files = [
  "core/*.ts",
  "faces/*.ts",
  "hooks/honest-hooks.ts",
  "http/{answer,server}.ts",
  "identity/{directory,login-throttle,passwords,signing-keys,tokens}.ts",
  "policy/*.ts",
  "service/*.ts",
  "storage/{database-content-store,database-key-store,database-trace-store,search-statement}.ts",
];

/** Every mutant, in the order of files and places. */
export function allMutants(): readonly Mutant[] {
  const folder = fileURLToPath(referenceFolder);
  return globSync(files, { cwd: folder })
    .sort()
    .flatMap((file) => mutantsOf(file, readFileSync(new URL(file, referenceFolder), "utf8")));
}

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const text = (node: ts.Node): string => node.getText(tree);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    for (const { id, replacements } of operators) {
      const hidden = hiddenBecause(node, id);
      const where = { file, within: withinOf(node), ...(hidden && { hidden }) };
      for (const [index, becomes] of replacements(node, text).entries()) {
        const [start, end] = [node.getStart(tree), node.getEnd()];
        const { line, character } = tree.getLineAndCharacterOfPosition(start);
        const place = `${file}:${String(line + 1)}:${String(character + 1)}+${String(end - start)}`;
        if (becomes !== text(node))
          found.push({
            id: `${place} ${id} ${String(index)}`,
            ...where,
            start,
            end,
            was: text(node),
            becomes,
            of: text(node.parent),
          });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function withinOf(node: ts.Node): string {
  const names: string[] = [];
  for (let outer = node.parent as ts.Node | undefined; outer !== undefined; outer = outer.parent)
    if (
      (ts.isFunctionLike(outer) ||
        ts.isClassDeclaration(outer) ||
        ts.isVariableDeclaration(outer) ||
        ts.isPropertyDeclaration(outer) ||
        ts.isPropertyAssignment(outer)) &&
      outer.name !== undefined &&
      !ts.isObjectBindingPattern(outer.name) &&
      !ts.isArrayBindingPattern(outer.name)
    )
      names.unshift(outer.name.getText());
  return names.join(".");
}
