/** Loads the modules that `extend:` and `--extend` name. */
import { isAbsolute } from "node:path";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { UsageError } from "../usage-error.ts";
import type { Extension } from "./extension.ts";
import { ownParts, Parts } from "./parts.ts";

/** What is added to a run, as plain data. */
export interface Additions {
  /** Modules: absolute paths, or names of packages. */
  readonly extend?: readonly string[];
  /** Where names of packages are looked up: absolute path of the file that names them. */
  readonly extendFrom?: string;
  /** Absolute path of an OpenAPI document that every response is validated against as well. */
  readonly description?: string;
}

/** @throws UsageError for a module that cannot be loaded or is no extension, DescriptionError for the document. */
export async function loadParts({ extend = [], extendFrom, description }: Additions): Promise<Parts> {
  if (extend.length === 0 && description === undefined) return ownParts;
  const loaded: Extension[] = [];
  for (const name of extend) loaded.push(await loadExtension(name, extendFrom));
  // It brings a parser along, which no other run has to wait for.
  if (description !== undefined)
    loaded.push(await (await import("./description.ts")).descriptionExtension(description));
  return new Parts(loaded);
}

async function loadExtension(name: string, from: string | undefined): Promise<Extension> {
  resolveOwnName();
  const specifier = isAbsolute(name) ? pathToFileURL(name).href : askedFrom(name, from);
  let module: { readonly default?: Extension };
  try {
    module = (await import(specifier)) as { readonly default?: Extension };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`extend: ${name} cannot be loaded: ${reason}`, { cause });
  }
  if (module.default === undefined)
    throw new UsageError(`extend: ${name}: wanted an extension as the default export; got no default export`);
  return module.default;
}

const scheme = "extension-of-trace-conformance:";

/** A package is looked up from the configuration that names it, not from here. */
function askedFrom(name: string, from: string | undefined): string {
  return from === undefined ? name : `${scheme}${encodeURIComponent(name)}?from=${encodeURIComponent(from)}`;
}

let registered = false;

/**
 * `import … from "trace-conformance"` in an extension means the copy that runs it, wherever that is installed: a team's
 * repository needs no second copy, and there cannot be two versions in one run.
 */
function resolveOwnName(): void {
  if (registered) return;
  registered = true;
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const own = new URL(`../../index.${extension}`, import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "trace-conformance") return { url: own, shortCircuit: true };
      if (!specifier.startsWith(scheme)) return next(specifier, context);
      const [name = "", from = ""] = specifier.slice(scheme.length).split("?from=").map(decodeURIComponent);
      return next(name, { ...context, parentURL: pathToFileURL(from).href });
    },
  });
}
