/** Security: a bearer token everywhere but at the logins, and nothing besides. */
import type { Findings } from "./finding.ts";
import type { DescribedOperation } from "./operations.ts";
import type { SourcePlace } from "./place.ts";

type Scheme = { readonly bearer: boolean; readonly text: string; readonly broken?: boolean };

export function compareSecurity(theirs: DescribedOperation, root: SourcePlace, findings: Findings): void {
  const { operation, method } = theirs;
  if (!method) return;
  const own = method.get("security");
  const stated = own ?? root.get("security");
  const place = own ?? method;
  const alternatives = (stated?.elements() ?? []).map((one) => one.members().map(([name]) => schemeOf(root, name)));
  if (alternatives.flat().some(({ broken }) => broken)) return;
  const shown = alternatives.map((all) => all.map(({ text }) => text).join(" and ") || "nothing").join(", or ");
  if (!operation.bearer) {
    if (alternatives.length > 0 && alternatives.every((all) => all.length > 0))
      findings.mismatch(place, operation.id, "security", {
        message: "a login is called without a token",
        wanted: "security: []",
        got: shown,
      });
    return;
  }
  if (alternatives.some((all) => all.length === 1 && all[0]?.bearer)) {
    if (alternatives.some((all) => all.length === 0))
      findings.mismatch(place, operation.id, "security", {
        message: "the operation also goes without a token",
        wanted: "a bearer token",
        got: shown,
      });
    return;
  }
  findings.mismatch(place, operation.id, "security", {
    message:
      alternatives.length === 0 ? "no bearer token is asked for" : "something else than a bearer token is asked for",
    wanted: "a security scheme of type http, scheme bearer",
    got: shown || "no security",
  });
}

/** OAuth 2 and OpenID Connect send bearer tokens too; so does a key in the header `Authorization`. */
function schemeOf(root: SourcePlace, name: string): Scheme {
  const schemes = root.find("components", "securitySchemes");
  const scheme = schemes?.find(name);
  if (!scheme && schemes?.get(name)) return { bearer: false, text: name, broken: true };
  const text = (member: string): string => String(scheme?.get(member)?.value ?? "");
  if (!scheme) return { bearer: false, text: `${name}, which is not defined` };
  const type = text("type");
  const bearer =
    (type === "http" && text("scheme").toLowerCase() === "bearer") ||
    type === "oauth2" ||
    type === "openIdConnect" ||
    (type === "apiKey" && text("in") === "header" && text("name").toLowerCase() === "authorization");
  return { bearer, text: `${name} (${[type, text("scheme") || text("in")].filter((word) => word !== "").join(" ")})` };
}
