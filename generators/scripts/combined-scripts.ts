import { markerOf } from "../json/marker.ts";
import type { Script, Step } from "../../spec/vocabulary/script.ts";
import type { GeneratorContext } from "../context.ts";
import { combinedFileSets } from "../files/combined-file-set.ts";
import { combinedDocument } from "../json/combined-document.ts";
import { plainDocument } from "../json/plain-document.ts";

/** Hand-picked scripts that carry every trait at once; to be run before the random ones (`examples`). */
export function combinedScripts(context: GeneratorContext): readonly Script[] {
  const { refused, apart = [], runId: run, faces } = context;
  const sets = combinedFileSets({ refused, heavy: context.depth === "deep" });
  return faces.map((face, index) => {
    const other = faces[(index + 1) % faces.length] ?? face;
    const id = `properties/dense/${face}`;
    const marker = (label: string) => ({ run, marker: markerOf(`dense-${face}`, run, label) });
    const combined = combinedDocument({ refused: [...refused, ...apart], marker: marker("a0") });
    const reads = faces.flatMap((shown): readonly Step[] => [
      { op: "state", face: shown, trace: "$t" },
      { op: "details", face: shown, trace: "$t" },
    ]);
    const steps: readonly Step[] = [
      { op: "create", face, as: "t", data: plainDocument(marker("t")).data },
      { op: "act", face: other, as: "a0", trace: "$t", data: combined.data, traits: combined.traits },
      ...reads,
      ...sets.map(({ files, traits }, n): Step => ({
        op: "act",
        face: n % 2 === 0 ? face : other,
        as: `f${n}`,
        trace: "$t",
        data: plainDocument(marker(`f${n}`)).data,
        files,
        traits,
      })),
      ...faces.map((shown): Step => ({
        op: "files",
        face: shown,
        trace: "$t",
        digests: sets.map((_, n) => ({ allOf: `$f${n}` }) as const),
      })),
    ];
    return { id, title: "A trace with every kind of data and every kind of file", steps };
  });
}
