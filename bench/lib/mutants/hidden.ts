/** Mutants of what the interface leaves open by name, so that no request can tell them from the service: counted, not run. */
import ts from "typescript";

export const hiddenReasons = {
  "error-text":
    'what a refusal or an error says of itself; "Error status codes, error codes and the type and content of the `error` member: not shown"',
  "size-limit": 'one more or one less of a size beyond which requests are refused; "Limits: not shown"',
} as const;

export type HiddenBecause = keyof typeof hiddenReasons;

/** What makes a refusal, and how many of its first arguments are more than texts. */
const refusals = new Map([
  ["badRequest", 0],
  ["forbidden", 0],
  ["notFound", 0],
  ["tooLarge", 0],
  ["unauthorized", 0],
  ["Error", 0],
  ["SetupError", 0],
  // A status is looked at: an error must not be told as a success.
  ["Refusal", 1],
]);

/** What is told of the place of a request, should it be refused: the second argument of these. */
const toldWhere = new Set(["count", "cursor", "checkText", "objectOf", "objectOr"]);

/** Undefined: it may be seen. */
export function hiddenBecause(node: ts.Node, operator: string): HiddenBecause | undefined {
  if (operator === "arguments" && ts.isCallExpression(node) && refusals.get(nameOf(node)) === 0) return "error-text";
  let inner = node;
  for (let outer = node.parent as ts.Node | undefined; outer !== undefined; inner = outer, outer = outer.parent) {
    if (ts.isFunctionLike(outer)) return undefined;
    if (ts.isCallExpression(outer) || ts.isNewExpression(outer)) {
      const others = refusals.get(nameOf(outer));
      const place = outer.arguments?.findIndex((argument) => argument === inner) ?? -1;
      if (others !== undefined && place >= others) return "error-text";
      if (place === 1 && toldWhere.has(nameOf(outer))) return "error-text";
    }
    if (ts.isVariableDeclaration(outer) && outer.name.getText() === "defaultLimits" && operator === "literal")
      return "size-limit";
  }
  return undefined;
}

const nameOf = ({ expression }: ts.CallExpression | ts.NewExpression): string =>
  ts.isIdentifier(expression) ? expression.text : "";
