/** `${VAR}` from the process environment; `${VAR:-text}` where the variable may be missing. */

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Substituted {
  readonly value: unknown;
  /** Variables that are not set, each with the path of the value that names it. */
  readonly unset: readonly { readonly path: readonly (string | number)[]; readonly name: string }[];
}

const reference = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;
const whole = /^\$\{[A-Za-z_]\w*(?::-[^}]*)?\}$/;

/** Replaces variables in every text of the value. A text that is nothing but one may become a number or a truth value. */
export function substitute(value: unknown, variables: Variables): Substituted {
  const unset: { path: (string | number)[]; name: string }[] = [];
  const visit = (node: unknown, path: (string | number)[]): unknown => {
    if (typeof node === "string") return replaced(node, path);
    if (Array.isArray(node)) return node.map((element, at) => visit(element, [...path, at]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, visit(member, [...path, key])]));
  };
  const replaced = (text: string, path: (string | number)[]): unknown => {
    if (!text.includes("${")) return text;
    const result = text.replace(reference, (_, name: string, otherwise: string | undefined) => {
      const found = variables[name] ?? otherwise;
      if (found === undefined) unset.push({ path, name });
      return found ?? "";
    });
    return whole.test(text) && isTyped(path) ? typed(result) : result;
  };
  return { value: visit(value, []), unset };
}

/** Texts stay texts everywhere else: a password may look like a number. */
function isTyped(path: readonly (string | number)[]): boolean {
  return path.includes("limits") || path.at(-1) === "sharesOrganization";
}

function typed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
