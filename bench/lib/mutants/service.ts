/**
 * Starts the reference service with one place of its code written otherwise, in this process: modules of a mutant carry its
 * id in their addresses, so that each mutant has its own, and one of them another text. All share a database.
 */
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { readFileSync } from "node:fs";
import { environments } from "../../../reference/environments.ts";
import { openSharedDatabase, type Reference, type ReferenceOptions } from "../../../reference/index.ts";
import type { ExaminedService } from "../../../suites/matrix/examine.ts";
import type { MatrixTarget } from "../../../suites/matrix/target.ts";
import { allMutants, referenceFolder } from "./mutants.ts";

const database = await openSharedDatabase();
const byId = new Map(allMutants().map((mutant) => [mutant.id, mutant]));
/** The others hold what all services of a process share. */
const ownModules = /^(?:core|faces|hooks|http|identity|policy|service|storage)\/|^index\.ts$/;
const shared = /^storage\/(?:database|prepared-cluster|engine-stream|pglite-database|postgres-database)\.ts$/;

const mutantOf = (url: string | undefined): string | null =>
  url?.startsWith(referenceFolder.href) === true ? new URL(url).searchParams.get("mutant") : null;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const mutant = mutantOf(context.parentURL);
    const file = found.url.startsWith(referenceFolder.href) ? found.url.slice(referenceFolder.href.length) : "";
    if (mutant === null || !ownModules.test(file) || shared.test(file)) return found;
    return { ...found, url: `${found.url}?mutant=${encodeURIComponent(mutant)}` };
  },
  load(url, context, next) {
    const mutant = byId.get(mutantOf(url) ?? "");
    const [address = ""] = url.split("?");
    if (address !== new URL(mutant?.file ?? "", referenceFolder).href || !mutant) return next(url, context);
    const source = readFileSync(new URL(address), "utf8");
    const changed = source.slice(0, mutant.start) + mutant.becomes + source.slice(mutant.end);
    return { format: "module", source: stripTypeScriptTypes(changed), shortCircuit: true };
  },
});

/** @throws Error where the mutant does not even start */
export async function startService({ id, environment = "embedded" }: MatrixTarget): Promise<ExaminedService> {
  const address = `${new URL("index.ts", referenceFolder).href}?mutant=${encodeURIComponent(id)}`;
  const { startReference } = (await import(address)) as {
    startReference(options: ReferenceOptions): Promise<Reference>;
  };
  const reference = await startReference({ sharedDatabase: database });
  return { baseUrl: reference.baseUrl, target: environments[environment], close: () => reference.close() };
}
