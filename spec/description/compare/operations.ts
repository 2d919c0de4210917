/** Finds the operations of the interface among the paths of a description. */
import { operations, type Operation } from "../../operations.ts";
import { isObject, type SourcePlace } from "./place.ts";

export interface DescribedOperation {
  readonly operation: Operation;
  /** The path item, which may be a reference that leads nowhere, and the template as it is written there. */
  readonly item: SourcePlace;
  readonly template: string;
  /** Absent: the path is there, the method is not. */
  readonly method?: SourcePlace;
}

export interface DescribedPaths {
  readonly found: ReadonlyMap<string, DescribedOperation>;
  /** Operations that the interface does not have. */
  readonly additional: number;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * Paths agree when they differ in nothing but the names of their parameters; the path of a server may stand before
 * them, so that `/v2/traces` is found as `/traces` below a server `https://traces.example/v2`.
 */
export function describedPaths(root: SourcePlace): DescribedPaths {
  const paths = (root.find("paths")?.members() ?? []).filter(([template]) => template.startsWith("/"));
  const rootPrefixes = prefixesOf(root);
  const found = new Map<string, DescribedOperation>();
  const taken = new Set<string>();
  // With the prefix first: what is `/v2/login/credential` that way is not `/login/credential` as well.
  for (const way of ["with the servers' paths", "as it is written"] as const) {
    for (const operation of operations) {
      if (found.get(operation.id)?.method) continue;
      const name = operation.method.toLowerCase();
      for (const [template, raw] of paths) {
        const item = raw.settled();
        if (taken.has(`${name} ${template}`)) continue;
        const servers = item?.get("servers") ? prefixesOf(item) : rootPrefixes;
        const prefixes = way === "as it is written" ? [""] : servers;
        if (!prefixes.some((prefix) => blank(prefix + template) === blank(operation.path))) continue;
        const method = item?.get(name);
        if (!found.has(operation.id) || method)
          found.set(operation.id, { operation, item: raw, template, ...(method ? { method } : {}) });
        if (method) taken.add(`${name} ${template}`);
      }
    }
  }
  const all = paths.flatMap(([template, raw]) =>
    methods.filter((method) => isObject(raw.settled()?.get(method)?.value)).map((method) => `${method} ${template}`),
  );
  return { found, additional: all.filter((one) => !taken.has(one)).length };
}

function blank(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, "{}").replace(/\/$/, "");
}

/** The paths of the servers' addresses, without a slash at the end. */
function prefixesOf(place: SourcePlace): readonly string[] {
  return (place.find("servers")?.elements() ?? []).flatMap((server) => {
    const url = server.get("url")?.value;
    if (typeof url !== "string") return [];
    const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/(?<!\/)\/+$/, "");
    return path === "" || !path.startsWith("/") ? [] : [path];
  });
}
