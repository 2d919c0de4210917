/** The first hundred exchanges: every operation, every kind of data, and every area's most telling steps. */
import { markerMembers, plainDocument, tellingTokenDefects } from "../../../generators/index.ts";
import { alternating, faces, otherFace } from "../../../spec/operations.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import type { OperationStep, SearchStep, TokenDefect } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { inPieces } from "../support/choose.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { combinedData, combinedFiles, ownFiles, withFiles } from "../support/inputs.ts";
import { longTrace } from "../support/long-trace.ts";
import { allFilesOf, archives, filesOf, reads, singles, states } from "../support/steps.ts";
import { searchesFor } from "../support/searches/searches.ts";
import { openAtOnce } from "../support/processes/ways.ts";
import { everyOperationWith, readsWith } from "./authentication.ts";
import { linksOfLongTrace } from "./pages.ts";

const area = "smoke";
const script = scriptsOf(area);

/**
 * Everything at once: all traits of data and files through both faces, over what a plain creation left. That of the legacy
 * face is sent before all others, so it is short, and searches too.
 */
function combined(context: SuiteContext, face: (typeof faces)[number]) {
  const sets = combinedFiles(context);
  const half = Math.ceil(sets.length / 2);
  const [first, ...rest] = face === "v2" ? sets.slice(0, half) : sets.slice(half);
  return script(context, `dense-${face}`, "Unusual data and files are kept through both faces", (draft) => [
    { op: "create", face, as: "t", data: plainDocument(draft.marker()).data, ...(first ? withFiles(first) : {}) },
    { op: "act", face: otherFace(face), trace: "$t", ...openAtOnce(context), ...combinedData(context, draft) },
    // Pages of a short trace already show most of what can be wrong with pages.
    { op: "details", face: otherFace(face), trace: "$t", as: "p", page: { first: 1 } },
    ...rest.map((set, index): OperationStep => ({
      op: "act",
      face: index % 2 === 0 ? otherFace(face) : face,
      as: `f${index}`,
      trace: "$t",
      data: draft.doc({ text: `changed ${index}`, integer: index }),
      ...withFiles(set),
    })),
    ...archives("$t", allFilesOf("t", ...rest.map((_, index) => `f${index}`))),
    ...(face === "v2" && first
      ? singles("$t", filesOf("t", Math.min(context.depth === "quick" ? 2 : 4, first.files.length)))
      : []),
    { op: "state", face: otherFace(face), trace: "$t" },
    { op: "details", face: otherFace(face), trace: "$t", page: { first: 4, after: "$p.endCursor" } },
    { op: "details", face, trace: "$t", page: { last: 3 } },
    { op: "details", face, trace: "$t" },
    ...(face === "legacy"
      ? faces.map((face): OperationStep => ({ op: "search", face, filters: { tcMark: draft.marker().marker } }))
      : []),
  ]);
}

function pages(context: SuiteContext) {
  return script(context, "pages", "A long trace is read in pages", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    ...faces.flatMap((face): OperationStep[] => [
      { op: "details", face, trace: "$t" },
      { op: "details", face, trace: "$t", as: `p-${face}`, page: { first: 5 }, spelling: "tabs" },
      { op: "details", face, trace: "$t", page: { first: 3, after: `$p-${face}.endCursor` } },
    ]),
    { op: "details", face: "v2", trace: "$t", as: "l", page: { last: 4 } },
    { op: "details", face: "v2", trace: "$t", page: { last: 3, before: "$l.startCursor" } },
    { op: "walk", face: "v2", trace: "$t", size: 5, direction: "forward" },
    ...(context.depth === "quick"
      ? []
      : [{ op: "walk", face: "v2", trace: "$t", size: 5, direction: "backward" } as const]),
    { op: "walk", face: "legacy", trace: "$t", size: 4, direction: "backward" },
  ]);
}

function together(context: SuiteContext) {
  const append = (draft: Draft, index: number): OperationStep[] => [
    {
      op: "act",
      face: alternating(index),
      as: `a${index}`,
      trace: "$t",
      data: draft.doc({ [`own${index}`]: index }),
      files: ownFiles(draft, 1),
    },
  ];
  return script(context, "together", "Actions and creations at the same time are all kept", (draft) => [
    { op: "create", face: "legacy", as: "t", data: draft.doc({ a: 1 }) },
    {
      // The read stands between, so that it goes together with an action even where few go at a time.
      parallel: [
        ...[0, 1, 2].map((index) => append(draft, index)),
        [{ op: "details", face: "v2", trace: "$t" }],
        ...[3, 4, 5].map((index) => append(draft, index)),
        [
          { op: "create", face: "v2", as: "u", data: draft.doc({ a: 2 }) },
          { op: "state", face: "legacy", trace: "$u" },
        ],
      ],
    },
    ...reads("$t"),
    { op: "files", face: "v2", trace: "$t", digests: ["$a0.0", "$a3.0", "$a5.0"] },
    // A trace without files gives out none of another one.
    ...archives("$u", ["$a0.0"]),
    ...singles("$u", ["$a0.0"]),
  ]);
}

function withoutToken(context: SuiteContext) {
  return script(context, "no-token", "No operation succeeds without a token, nor leaves a mark", (draft) => {
    const refused = everyOperationWith("none", draft);
    const otherCase = { like: "$t", change: "other-case" } as const;
    const downloads = [...singles("$t", ["$t.0"]), ...(context.depth === "quick" ? [] : archives("$t", ["$t.0"]))];
    return [
      // A guard may take a picture for one that is public.
      { op: "create", face: "v2", as: "t", data: draft.doc(), files: ownFiles(draft, 1, "png") },
      // What was given out with a token may be kept for whoever asks next, and so may a refusal.
      { op: "details", face: "v2", trace: "$t" },
      ...downloads,
      ...refused,
      ...downloads,
      // A guard may know addresses by how they are usually spelled.
      { op: "act", face: "v2", token: "none", trace: otherCase, data: draft.doc({ refused: "other case" }) },
      { op: "state", face: "legacy", token: "none", trace: otherCase },
      { op: "details", face: "v2", token: "none", trace: otherCase },
      { op: "files", face: "legacy", token: "none", trace: otherCase, digests: ["$t.0"] },
      // Cookies that a login sets are sent, too.
      ...(context.has.credential ? [{ op: "login", face: "legacy", method: "credential" } as const] : []),
      ...readsWith("elsewhere"),
      { op: "state", face: "v2", trace: "$t" },
      { op: "details", face: "legacy", trace: "$t" },
      ...searchesFor(refused),
    ];
  });
}

/** The kinds of token that no login gave out, by twos, so that each operation meets each of them early. */
function withInventedTokens(context: SuiteContext) {
  const invented = tellingTokenDefects.filter((token) => token !== "none");
  const isQuick = context.depth === "quick";
  return inPieces(invented, isQuick ? invented.length : 2).map((tokens, number) =>
    script(
      context,
      isQuick ? "tokens" : `token-${tokens.join("-")}`,
      "No operation takes a token that no login gave out",
      (draft) => {
        // In turn, so that each operation of either face meets some of them.
        const refused = tokens.map((token, index) =>
          everyOperationWith(token, draft, isQuick ? [alternating(index)] : faces),
        );
        return [
          { op: "create", face: "v2", as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
          // Read before and after, so that a write which was refused and yet done shows itself. What the right token
          // was given may be kept for whoever brings any.
          ...states("$t").slice(number % 2, (number % 2) + 1),
          ...singles("$t", ["$t.0"])
            .concat(archives("$t", ["$t.0"]))
            .slice(number, number + 1),
          ...tokens.flatMap((token, index) => [...(refused[index] ?? []), ...alsoWith(token)]),
          ...reads("$t"),
          ...(isQuick ? [] : refused.flatMap(searchesFor)),
        ];
      },
    ),
  );
}

/** What some reads are tried with beside it. */
function alsoWith(token: TokenDefect): readonly OperationStep[] {
  switch (token) {
    case "garbage":
      return readsWith("basic-scheme").slice(0, 3);
    case "truncated":
      return readsWith("other-scheme").slice(0, 3);
    case "alg-none":
      return readsWith("in-body").slice(3, 5);
    default:
      return [];
  }
}

function found(context: SuiteContext) {
  return script(context, "found", "A trace is found by its data alone", (draft) => {
    const group = draft.marker().marker;
    const common = { group, word: "Amber", count: 17 };
    // By what no state shows nothing is found; without a filter there are ids to read all the same.
    const isShown = !stateReadingOf(context.profile, context.target.workflows[0])?.absent?.includes(
      markerMembers.marker,
    );
    const ids: Pick<SearchStep, "filters" | "until"> = isShown
      ? { filters: { group }, until: { includes: ["$t", "$u"] } }
      : { filters: {} };
    const isQuick = context.depth === "quick";
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc(common) },
      { op: "create", face: "legacy", as: "u", data: draft.doc({ ...common, word: "Amberly" }) },
      // A workflow that the target lists itself is one that it can search.
      { op: "workflows", face: "v2" },
      ...faces.flatMap((face): OperationStep[] => [
        { op: "search", face, as: `all-${face}`, ...ids },
        { op: "state", face, trace: `$all-${face}.0` },
        { op: "search", face, filters: { group, word: "Amber" }, until: { includes: ["$t"], excludes: ["$u"] } },
        { op: "search", face, workflow: "no-such-workflow", filters: { group } },
        // At depth quick each once, through either face.
        ...(isQuick && face === "legacy" ? [] : [{ op: "search", face, filters: { group, count: "17" } } as const]),
        ...(isQuick && face === "v2" ? [] : [{ op: "search", face, filters: { group, word: "amber" } } as const]),
      ]),
      { op: "act", face: "legacy", trace: "$t", data: draft.doc({ ...common, word: "Blue" }) },
      { op: "search", face: "legacy", filters: { group, word: "Blue" }, until: { includes: ["$t"] } },
      { op: "search", face: "v2", filters: { group, word: "Amber" }, until: { excludes: ["$t"] } },
    ];
  });
}

function refused(context: SuiteContext) {
  const trace = "3f1d2c4b-5a69-4788-9c0d-e1f2a3b4c5d6";
  return script(context, "refused", "What is refused leaves no mark", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc({ kept: 1 }), files: ownFiles(draft, 1) },
    { op: "create", face: "v2", as: "u", data: draft.doc(), files: ownFiles(draft, 1) },
    ...faces.flatMap((face): OperationStep[] => [
      { op: "act", face, trace: "$t", body: { kind: "json-broken" }, data: draft.doc({ refused: true }) },
      { op: "state", face, trace },
      { op: "details", face, trace },
      { op: "act", face, trace, data: draft.doc({ lost: true }) },
      { op: "files", face, trace: "$t", digests: ["$t.0", "$u.0"] },
    ]),
    { op: "file", face: "v2", trace: "$t", digest: "$u.0" },
    ...reads("$t"),
    // What was refused must not keep others waiting.
    ...[1, 2].map((number): OperationStep => ({ op: "act", face: "v2", trace: "$t", data: draft.doc({ number }) })),
    { op: "state", face: "v2", trace: "$t" },
  ]);
}

function lists(context: SuiteContext) {
  return script(context, "lists", "The workflow list is the same through both faces", () => [
    ...faces.map((face): OperationStep => ({ op: "workflows", face })),
    ...faces.map((face): OperationStep => ({ op: "workflows", face, organization: "no-such-organization" })),
    // At depth quick no other script asks twice: that a list changes, or is never answered, shows here alone.
    ...(context.depth === "quick" ? faces : []).map((face): OperationStep => ({ op: "workflows", face })),
  ]);
}

export const smoke: ScriptArea = {
  id: area,
  title: "The exchanges that tell most",
  scripts: (context) => [
    combined(context, "v2"),
    combined(context, "legacy"),
    pages(context),
    lists(context),
    refused(context),
    together(context),
    withoutToken(context),
    found(context),
    ...withInventedTokens(context),
  ],
};
