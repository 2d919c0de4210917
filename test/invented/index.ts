/** Services that others invented from the interface alone: wrong ones, and ones that look wrong and are not. */
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { MatrixTarget } from "../../suites/matrix/target.ts";
import type { Started } from "../lib/service/start.ts";
import { startInvented } from "./service.ts";
import type { Fault, Variant } from "./tools.ts";

const faults = await byId<Fault>("faults");
const variants = new Map<string, Variant>([
  ...(await byId<Variant>("variants")),
  ["plain/unchanged", { title: "The service as it is.", why: "All others change it.", apply: () => undefined }],
]);

/** Every fault, then every variant, also what awaits something. */
export const allInventedTargets: readonly MatrixTarget[] = [
  ...Array.from(faults, ([id, { title }]) => ({ kind: "fault", id, title, requirements: [] }) as const),
  ...Array.from(variants, ([id, { title }]) => ({ kind: "variant", id, title, requirements: [] }) as const),
];

/** Those that the suite can be expected to judge. */
export const inventedTargets: readonly MatrixTarget[] = allInventedTargets.filter(
  ({ kind, id }) => (kind === "fault" ? faults : variants).get(id)?.awaits === undefined,
);

/** Why the suite need not catch this fault; undefined where it must. */
export const choiceOf = (id: string): string | undefined => faults.get(id)?.choice;

/** The module from which a matrix starts these services. */
export const inventedServices = import.meta.url;

/** Starts the service with one fault or variant. @throws RangeError */
export function startService({ kind, id }: Pick<MatrixTarget, "kind" | "id">): Promise<Started> {
  const change = (kind === "fault" ? faults : variants).get(id);
  if (!change) throw new RangeError(`no invented ${kind} is called ${id}`);
  return startInvented((service) => change.apply(service));
}

/** Every fault by its area and name, every variant by the names of its file and its own. */
async function byId<T extends Fault | Variant>(folder: "faults" | "variants"): Promise<Map<string, T>> {
  const all = new Map<string, T>();
  for (const file of globSync(`${folder}/**/*.ts`, { cwd: import.meta.dirname }).sort()) {
    const area = folder === "faults" ? basename(dirname(file)) : basename(file, ".ts");
    const exported = Object.values((await import(`./${file}`)) as Record<string, object>);
    for (const [name, one] of exported.flatMap((value) => Object.entries(value) as [string, T][])) {
      // What else a file exports is a helper of another file.
      if (typeof one.apply !== "function") continue;
      const id = `${area}/${name}`;
      if (all.has(id)) throw new Error(`${folder}: two are called ${id}`);
      all.set(id, one);
    }
  }
  return all;
}
