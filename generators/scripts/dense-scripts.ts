import { markOf } from "../json/mark.ts";
import type { Script, Step } from "../../spec/vocabulary/script.ts";
import type { GeneratorContext } from "../context.ts";
import { denseFileSets } from "../files/dense-file-set.ts";
import { denseDocument } from "../json/dense-document.ts";
import { plainDocument } from "../json/plain-document.ts";

/** Hand-picked scripts that carry every feature at once; to be run before the random ones (`examples`). */
export function denseScripts(context: GeneratorContext): readonly Script[] {
  const { refused, runId: run, faces } = context;
  const sets = denseFileSets({ refused, heavy: context.depth === "deep" });
  return faces.map((face, index) => {
    const other = faces[(index + 1) % faces.length] ?? face;
    const id = `properties/dense/${face}`;
    const mark = (label: string) => ({ run, mark: markOf(`dense-${face}`, run, label) });
    const dense = denseDocument({ refused, mark: mark("a0") });
    const reads = faces.flatMap((shown): readonly Step[] => [
      { op: "state", face: shown, trace: "$t" },
      { op: "details", face: shown, trace: "$t" },
    ]);
    const steps: readonly Step[] = [
      { op: "create", face, as: "t", data: plainDocument(mark("t")).data },
      { op: "act", face: other, as: "a0", trace: "$t", data: dense.data, features: dense.features },
      ...reads,
      ...sets.map(({ files, features }, n): Step => ({
        op: "act",
        face: n % 2 === 0 ? face : other,
        as: `f${n}`,
        trace: "$t",
        data: plainDocument(mark(`f${n}`)).data,
        files,
        features,
      })),
      ...faces.map((shown): Step => ({
        op: "files",
        face: shown,
        trace: "$t",
        digests: sets.map((_, n) => `all:$f${n}`),
      })),
    ];
    return { id, title: "A trace with every kind of data and every kind of file", steps };
  });
}
