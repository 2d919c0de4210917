/** Loads the modules that `extend:` and `--extend` name. */
import { hash } from "node:crypto";
import { basename, isAbsolute } from "node:path";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readBytes } from "../../spec/files/read-file.ts";
import { whyUnreadable } from "../../spec/files/why-unreadable.ts";
import { UsageError } from "../usage-error.ts";
import type { Extension } from "./extension.ts";
import { ownParts, Parts, type Origin } from "./parts.ts";

/** What is added to a run, as plain data. */
export interface Additions {
  /** Modules: absolute paths, or names of packages. */
  readonly extend?: readonly string[];
  /** Where names of packages are looked up: absolute path of the file that names them. */
  readonly extendFrom?: string;
  /** Absolute path of an OpenAPI document that every response is validated against as well. */
  readonly description?: string;
}

/** Past this size a file is no module, and no description. */
const maxBytes = 32 * 1024 * 1024;

/**
 * @param given by a program, before what is loaded
 * @throws UsageError for a module that cannot be loaded or is no extension, DescriptionError for the document.
 */
export async function loadParts(
  { extend = [], extendFrom, description }: Additions,
  given: readonly Extension[] = [],
): Promise<Parts> {
  if (extend.length === 0 && description === undefined && given.length === 0) return ownParts;
  const loaded = [...given];
  const origins = new Map<Extension, Origin>();
  for (const name of extend) {
    const { extension, file } = await loadExtension(name, extendFrom);
    origins.set(extension, { kind: "module", ...(file === undefined ? {} : digestOf(file, `extend: ${name}`)) });
    loaded.push(extension);
  }
  if (description !== undefined) {
    // It brings a parser along, which no other run has to wait for.
    const extension = await (await import("./description.ts")).descriptionExtension(description);
    origins.set(extension, { kind: "document", ...digestOf(description, description) });
    loaded.push(extension);
  }
  return new Parts(loaded, origins);
}

/** Name and digest of a file. */
function digestOf(file: string, shown: string): Omit<Origin, "kind"> {
  try {
    return { file: basename(file), sha256: hash("sha256", readBytes(file, maxBytes)) };
  } catch (cause) {
    throw new UsageError(`${shown} cannot be read: ${whyUnreadable(cause)}; name another`, { cause });
  }
}

async function loadExtension(
  name: string,
  from: string | undefined,
): Promise<{ readonly extension: Extension; readonly file: string | undefined }> {
  resolveOwnName();
  const specifier = isAbsolute(name) ? pathToFileURL(name).href : askedFrom(name, from);
  // A pipe or a device is told before the loader waits for it.
  if (isAbsolute(name)) digestOf(name, `extend: ${name}`);
  let module: { readonly default?: Extension };
  try {
    module = (await import(specifier)) as { readonly default?: Extension };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`extend: ${name} cannot be loaded: ${reason}${moduleRemedy(name, cause)}`, { cause });
  }
  if (module.default === undefined)
    throw new UsageError(`extend: ${name}: wanted an extension as the default export; got no default export`);
  return { extension: module.default, file: isAbsolute(name) ? name : found.get(specifier) };
}

/** Node takes `.ts` and `.js` for CommonJS where the nearest package.json says so. */
function moduleRemedy(name: string, cause: unknown): string {
  const isOfModules =
    cause instanceof SyntaxError && /\bimport\b.* outside a module|token 'export'/.test(cause.message);
  const ending = /\.([tj])s$/.exec(name)?.[1];
  if (!isOfModules || ending === undefined) return "";
  return `; its package.json makes it CommonJS: name the file .m${ending}s, or set "type": "module" there`;
}

const scheme = "extension-of-trace-conformance:";
/** The files at which packages were found, by what was asked for. */
const found = new Map<string, string>();

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
      const resolved = next(name, { ...context, parentURL: pathToFileURL(from).href });
      if (resolved.url.startsWith("file:")) found.set(specifier, fileURLToPath(resolved.url));
      return resolved;
    },
  });
}
