/** Ways in which a line of code may be wrong: each gives the texts that may stand where a node of the syntax tree stands. */
import ts from "typescript";

export interface Operator {
  readonly id: string;
  /** What the node is replaced by, one text for each mutant; none where the operator says nothing of such a node. */
  replacements(node: ts.Node, text: (node: ts.Node) => string): readonly string[];
}

/** Each binary operator, and what is written in its place. */
const binary = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
]);

/** Methods whose name is exchanged for that of another. */
const otherMethods = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["push", "unshift"],
  ["toLowerCase", "toUpperCase"],
  ["has", "delete"],
  ["set", "get"],
]);

/** Methods that are left out, so that what they are called on stands for itself. */
const leftOut = new Set([
  "filter",
  "map",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  "flat",
  "concat",
]);

/** Words of SQL, and what is written in their place. */
const sql: readonly (readonly [RegExp, string])[] = [
  [/ ASC\b/, " DESC"],
  [/ DESC\b/, " ASC"],
  [/ AND /, " OR "],
  [/ <= /, " < "],
  [/ >= /, " > "],
  [/ < /, " <= "],
  [/ > /, " >= "],
  [/ = /, " <> "],
  [/ FOR UPDATE/, ""],
  [/ ON CONFLICT DO NOTHING/, ""],
  [/ LIMIT /, " OFFSET "],
  [/\+ 1\b/, "+ 2"],
];

export const operators: readonly Operator[] = [
  {
    id: "binary",
    replacements(node, text) {
      if (!ts.isBinaryExpression(node)) return [];
      const other = binary.get(node.operatorToken.kind);
      return other === undefined ? [] : [`${text(node.left)} ${other} ${text(node.right)}`];
    },
  },
  {
    id: "one-side",
    replacements(node, text) {
      if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return [];
      return [text(node.left), text(node.right)];
    },
  },
  {
    id: "condition",
    replacements(node, text) {
      const always = (condition: ts.Node): string[] =>
        [`(true || ${text(condition)})`, `(false && ${text(condition)})`].map((other) =>
          replaced(node, condition, other, text),
        );
      if (ts.isIfStatement(node)) return always(node.expression);
      return ts.isConditionalExpression(node) ? always(node.condition) : [];
    },
  },
  {
    id: "negation",
    replacements: (node, text) =>
      ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken ? [text(node.operand)] : [],
  },
  {
    id: "literal",
    replacements(node) {
      if (node.kind === ts.SyntaxKind.TrueKeyword) return ["false"];
      if (node.kind === ts.SyntaxKind.FalseKeyword) return ["true"];
      if (ts.isNumericLiteral(node)) return [`(${node.text} + 1)`, `(${node.text} - 1)`];
      if (!ts.isStringLiteral(node) || !isValue(node)) return [];
      return node.text === "" ? ['"mutant"'] : ['""', `"mutant"`];
    },
  },
  {
    id: "sql",
    replacements(node, text) {
      if (!ts.isTemplateExpression(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return [];
      const written = text(node);
      if (!/\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE)\b/.test(written)) return [];
      return sql.flatMap(([word, other]) => (word.test(written) ? [written.replace(word, other)] : []));
    },
  },
  {
    id: "method",
    replacements(node, text) {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
      const { expression, name } = node.expression;
      const other = otherMethods.get(name.text);
      if (other !== undefined) return [replaced(node, name, other, text)];
      return leftOut.has(name.text) ? [text(expression)] : [];
    },
  },
  {
    id: "first-for-last",
    replacements: (node, text) =>
      ts.isCallExpression(node) && /\.at\(-1\)$/.test(text(node)) ? [text(node).replace(/-1\)$/, "0)")] : [],
  },
  {
    id: "statement",
    replacements: (node) => (ts.isExpressionStatement(node) ? [";"] : []),
  },
  {
    id: "return",
    replacements: (node) =>
      ts.isReturnStatement(node) && node.expression !== undefined && node.expression.kind !== ts.SyntaxKind.TrueKeyword
        ? ["return undefined;"]
        : [],
  },
  {
    id: "arguments",
    replacements(node, text) {
      if (!ts.isCallExpression(node) || node.arguments.length < 2) return [];
      const [first, second, ...others] = node.arguments.map(text);
      return [`${text(node.expression)}(${[second, first, ...others].join(", ")})`];
    },
  },
  {
    id: "branches",
    replacements: (node, text) =>
      ts.isConditionalExpression(node)
        ? [`${text(node.condition)} ? ${text(node.whenFalse)} : ${text(node.whenTrue)}`]
        : [],
  },
  {
    id: "body",
    replacements: (node) =>
      ts.isBlock(node) && node.statements.length > 0 && ts.isFunctionLike(node.parent) ? ["{}"] : [],
  },
  {
    id: "no-await",
    replacements: (node, text) =>
      ts.isAwaitExpression(node) && !isReturned(node) ? [`(${text(node.expression)})`] : [],
  },
  {
    id: "member",
    replacements(node, text) {
      if (!ts.isObjectLiteralExpression(node) || node.properties.length === 0) return [];
      return node.properties.map(
        (left) =>
          `({ ${node.properties
            .filter((one) => one !== left)
            .map(text)
            .join(", ")} })`,
      );
    },
  },
  {
    id: "element",
    replacements(node, text) {
      if (!ts.isArrayLiteralExpression(node) || node.elements.length === 0 || isPattern(node)) return [];
      return [`[${node.elements.slice(1).map(text).join(", ")}]`];
    },
  },
];

/** The text of a node in which the text of an inner one is exchanged. */
function replaced(node: ts.Node, inner: ts.Node, other: string, text: (node: ts.Node) => string): string {
  const start = inner.getStart() - node.getStart();
  const whole = text(node);
  return whole.slice(0, start) + other + whole.slice(start + text(inner).length);
}

/** True where whoever called waits for it anyway, and nobody would have caught it here. */
function isReturned({ parent }: ts.AwaitExpression): boolean {
  const isResult = ts.isReturnStatement(parent) || ts.isArrowFunction(parent);
  return (
    isResult &&
    ts.findAncestor(parent, (outer) => ts.isFunctionLike(outer) || ts.isTryStatement(outer))?.kind !==
      ts.SyntaxKind.TryStatement
  );
}

/** False for names of modules, keys and types. */
function isValue(node: ts.StringLiteral): boolean {
  const { parent } = node;
  return !(
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  );
}

/** True where it names what is assigned to. */
function isPattern(node: ts.ArrayLiteralExpression): boolean {
  return (
    ts.isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}
