/** The bearer header on every operation, and that a write refused for its token leaves no mark. */
import { seedFrom, tellingTokenDefects, unknownTraceIds } from "../../../generators/index.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { tokenDefects, type OperationStep, type TokenDefect } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { inPieces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { ownFiles, publicExtensions } from "../support/inputs.ts";
import { states } from "../support/steps.ts";
import { searchesFor } from "../support/searches/searches.ts";

const area = "authentication";
const script = scriptsOf(area);

/** Some reads without the bearer header, for what is wrong with all operations if with any. */
export function readsWith(token: TokenDefect): readonly OperationStep[] {
  return [
    { op: "state", face: "v2", token, trace: "$t" },
    { op: "workflows", face: "v2", token },
    { op: "state", face: "legacy", token, trace: "$t" },
    { op: "details", face: "v2", token, trace: "$t" },
    { op: "details", face: "legacy", token, trace: "$t" },
    { op: "workflows", face: "legacy", token },
  ];
}

/** Tried with the defect beside which each stands, on the same trace. */
const triedWith: { readonly [defect in TokenDefect]?: TokenDefect } = {
  "wrong-scheme": "in-body",
  "scheme-missing": "elsewhere",
  empty: "basic-scheme",
  "signature-removed": "other-scheme",
};
const triedWithOthers: readonly TokenDefect[] = Object.values(triedWith);

/** Every bearer operation with a wrong token, on the existing trace `$t` that holds one file. */
export function everyOperationWith(
  token: TokenDefect,
  draft: Draft,
  through: readonly Face[] = faces,
): readonly OperationStep[] {
  return through.flatMap((face): OperationStep[] => [
    { op: "create", face, token, data: draft.doc({ refused: "create" }) },
    { op: "act", face, token, trace: "$t", data: draft.doc({ refused: "act" }) },
    { op: "details", face, token, trace: "$t" },
    { op: "state", face, token, trace: "$t" },
    { op: "files", face, token, trace: "$t", digests: ["$t.0"] },
    ...(face === "v2" ? [{ op: "file", face, token, trace: "$t", digest: "$t.0" } as const] : []),
    { op: "search", face, token, filters: { tcRun: draft.marker().run } },
    { op: "workflows", face, token },
  ]);
}

function defectScript(context: SuiteContext, tokens: readonly TokenDefect[]) {
  const named = tokens.join('", "');
  const name = tokens.join("-");
  return script(context, name, `No operation succeeds with the token defects "${named}"`, (draft) => {
    const created = draft.doc({ kept: "before" });
    const every = tokens.flatMap((token) => [token, triedWith[token] ?? []].flat());
    const refused = every.map((token) => {
      const all = everyOperationWith(token, draft);
      // The smoke scripts try every operation; these are as wrong in another way.
      return context.depth === "deep" ? all : dealtSteps(context, all, token);
    });
    return [
      { op: "create", face: "v2", as: "t", data: created, files: ownFiles(draft, 1, extensionFor(context, tokens)) },
      { op: "state", face: "v2", trace: "$t" },
      { op: "details", face: "legacy", trace: "$t" },
      ...refused.flat(),
      ...states("$t"),
      { op: "details", face: "v2", trace: "$t" },
      ...refused.flatMap(searchesFor),
    ];
  });
}

/** Another for each kind of token, so that the file of each is another exception of guards that have some. */
function extensionFor(context: SuiteContext, [token]: readonly TokenDefect[]): string {
  const extensions = publicExtensions(context);
  return extensions[tokenDefects.indexOf(token ?? "none") % extensions.length] ?? "txt";
}

/** Each operation through one face, which one following from the seed. */
function dealtSteps(
  context: SuiteContext,
  steps: readonly OperationStep[],
  token: TokenDefect,
): readonly OperationStep[] {
  const turn = seedFrom(context.seed, `${area} ${token}`);
  const kinds = [...new Set(steps.map(({ op }) => op))];
  return steps.filter(({ op, face }) => op === "file" || (kinds.indexOf(op) + faces.indexOf(face) + turn) % 2 === 0);
}

/** What can be tried without writing, on a trace of somebody else where one may be read; else on an unknown one. */
function readingScript(context: SuiteContext, token: TokenDefect) {
  const [readable] = context.readable.toSorted((a, b) => b.digests.length - a.digests.length);
  const trace = readable?.traceId ?? unknownTraceIds[0];
  const digest = readable?.digests[0] ?? "0".repeat(64);
  return script(context, `reading-${token}`, `No read succeeds with the token defect "${token}"`, (draft) => [
    // Only after the target gave the file out is its digest known for a right one.
    ...(readable?.digests[0] ? [{ op: "file", face: "v2", trace, digest } as const] : []),
    ...faces.flatMap((face): OperationStep[] => [
      { op: "details", face, token, trace },
      { op: "state", face, token, trace },
      { op: "files", face, token, trace, digests: [digest] },
      ...(face === "v2" ? [{ op: "file", face, token, trace, digest } as const] : []),
      { op: "search", face, token, filters: { tcMark: draft.marker().marker } },
      { op: "workflows", face, token },
    ]),
  ]);
}

export const authentication: ScriptArea = {
  id: area,
  title: "Every operation but the logins wants a token that the service issued",
  scripts: (context) => {
    const ordered = [...new Set<TokenDefect>([...tellingTokenDefects, ...tokenDefects])].filter(
      (token) => context.target.access === "read-only" || !triedWithOthers.includes(token),
    );
    // The smoke scripts try every operation with the most telling of them; only longer runs try the others as well.
    const others = ordered.filter((token) => !(tellingTokenDefects as readonly TokenDefect[]).includes(token));
    const defects = context.depth === "quick" ? [] : others;
    return [
      ...inPieces(defects, 2).map((tokens) => defectScript(context, tokens)),
      ...(context.target.access === "read-only" ? ordered.map((token) => readingScript(context, token)) : []),
    ];
  },
};
