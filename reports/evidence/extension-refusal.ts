/** Evidence is by the suite's own rules alone: an extension is code that runs where the run is judged. */
import type { Results } from "../results/model.ts";

const remedy = "certify a run without them";

/**
 * One sentence each; empty when there is nothing against it.
 * @param configured modules that a run to come would load
 */
export function extensionRefusals(results: Results | undefined, configured: readonly string[] = []): readonly string[] {
  const { extensions = [], requirements = [] } = results ?? {};
  const modules = [
    ...configured,
    ...extensions
      .filter(({ kind }) => kind === "module")
      .map(({ name, file }) => (file === undefined ? name : `${name} (${file})`)),
  ];
  // The two that an OpenAPI document stands for bring no code along.
  const isDescribed = extensions.some(({ kind }) => kind === "document");
  const unnamed = requirements.filter(
    ({ id }) => id.startsWith("X-") && !(isDescribed && id.startsWith("X-DESCRIPTION-")),
  );
  if (modules.length > 0) return [`extensions: ${modules.join(", ")}; ${remedy}`];
  return unnamed.length > 0 ? [`requirements of extensions: ${unnamed.map(({ id }) => id).join(", ")}; ${remedy}`] : [];
}
