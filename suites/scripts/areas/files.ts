/**
 * Files: sets of every kind over several actions, archives of all, some and one, and digests that must bring nothing.
 */
import { combinedFileSet, farApart, fileTraits, fileSetOf, manyFiles, oddDigests } from "../../../generators/index.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import { mayBringSeveral } from "../../../spec/readings/file-policy.ts";
import {
  type DigestRef,
  digestChanges,
  type FileSpec,
  type OperationStep,
  type Script,
} from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { chosen, dealt, someFaces, inPieces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { combinedFiles, ownFiles, withFiles } from "../support/inputs.ts";
import { allFilesOf, archives, filesOf, reads, singles } from "../support/steps.ts";

const area = "files";
const script = scriptsOf(area);

/**
 * The combined sets over one creation and several actions of both faces. Begun with legacy, each goes through the face
 * through which the smoke scripts do not send it.
 */
function combined(context: SuiteContext, first: Face): Script {
  const turn = first === "v2" ? 0 : 1;
  const sets = combinedFiles(context);
  return script(context, `dense-${first}`, "Files of every kind are kept and given out", (draft) => {
    const labels = sets.map((_, index) => `s${index}`);
    // An archive of nothing but an empty file is an archive all the same.
    const empty = sets.flatMap(({ files }, index) =>
      files.flatMap(({ content }, at): DigestRef[] =>
        "text" in content && content.text === "" ? [`$s${index}.${at}`] : [],
      ),
    );
    const given = [
      ...empty.slice(0, 1).map((digest): OperationStep => ({
        op: "files",
        face: first,
        trace: "$s0",
        digests: [digest],
        traits: ["file.empty"],
      })),
      ...labels.map((label, index): OperationStep => ({
        op: "files",
        face: alternating(index + turn + 1),
        trace: "$s0",
        digests: allFilesOf(label),
      })),
      ...sets.flatMap(({ files: { length } }, index) => singles("$s0", filesOf(`s${index}`, length))),
    ];
    return [
      ...sets.map((set, index): OperationStep => {
        const common = { face: alternating(index + turn), as: `s${index}`, data: draft.doc(), ...withFiles(set) };
        return index === 0 ? { op: "create", ...common } : { op: "act", trace: "$s0", ...common };
      }),
      ...archives("$s0", allFilesOf(...labels)),
      // Four at a time: this is the longest script, and where answers take long a run waits for its end.
      { parallel: inPieces(given, Math.ceil(given.length / 4)) },
      ...reads("$s0"),
    ];
  });
}

/** With an empty one behind them, where the target takes such; the combined sets bring it with creations. */
function andEmpty({ refused }: SuiteContext, files: readonly FileSpec[]) {
  const empty = fileTraits.filter(({ trait }) => trait === "file.empty" && !refused.includes(trait));
  const set = fileSetOf(empty);
  return empty.length === 0 ? { files } : { files: [...files, ...set.files], traits: set.traits };
}

/** The first two by one name, where the target takes such: the combined sets bring them through the other face. */
function ofOneName({ refused }: SuiteContext, files: readonly FileSpec[]) {
  const trait = "file.same-name";
  const [first] = files;
  if (!first || refused.includes(trait)) return { files };
  return { files: files.map((file, at) => (at === 1 ? { ...file, fileName: first.fileName } : file)), traits: [trait] };
}

function selections(context: SuiteContext): Script {
  return script(context, "selections", "An archive holds what was asked for, no more and no less", (draft) => [
    { op: "create", face: "v2", as: "a", data: draft.doc(), ...ofOneName(context, ownFiles(draft, 3)) },
    { op: "act", face: "legacy", as: "b", trace: "$a", data: draft.doc(), ...andEmpty(context, ownFiles(draft, 3)) },
    { op: "act", face: "v2", as: "c", trace: "$a", data: draft.doc(), files: ownFiles(draft, 1) },
    ...someFaces(context, "selections").flatMap((face): OperationStep[] => [
      // One that came through the other face.
      { op: "files", face, trace: "$a", digests: [face === "v2" ? "$b.2" : "$a.0"] },
      { op: "files", face, trace: "$a", digests: ["$a.0", "$a.2"] },
      { op: "files", face, trace: "$a", digests: ["$c.0", "$b.1", "$a.0"] },
      { op: "files", face, trace: "$a", digests: allFilesOf("a", "b", "c") },
      // As many as before, beginning with the same, and still not the same set; also where each action brings but one.
      { op: "files", face, trace: "$a", digests: ["$c.0", "$b.0", "$a.1"] },
      { op: "files", face, trace: "$a", digests: ["$a.1", "$a.1"], traits: ["files.repeated-digest"] },
    ]),
    ...singles("$a", ["$a.0", "$b.2", "$c.0"]),
  ]);
}

/** Files of another trace: alone, among own ones, and where both traces hold the same content. */
function foreign(context: SuiteContext): Script {
  return script(context, "foreign", "A file of another trace is not given out", (draft) => {
    const shared = ownFiles(draft, 1);
    // What both traces hold; in quick runs as a part of archives alone.
    const more = (digest: DigestRef) => (context.depth === "quick" ? [] : [digest]);
    // In quick runs through one face alone.
    const first = context.depth === "quick" ? 1 : 0;
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc(), files: ownFiles(draft, 2) },
      { op: "create", face: "legacy", as: "u", data: draft.doc(), files: ownFiles(draft, 2) },
      { op: "act", face: "legacy", as: "x", trace: "$t", data: draft.doc(), files: shared },
      { op: "act", face: "v2", as: "y", trace: "$u", data: draft.doc(), ...andEmpty(context, shared) },
      ...someFaces(context, "foreign").flatMap((face): OperationStep[] => [
        { op: "files", face, trace: "$t", digests: ["$u.0"] },
        { op: "files", face, trace: "$t", digests: ["$t.0", "$u.0"] },
        // Of a trace of either face, as each may have a store of its own.
        { op: "files", face, trace: "$u", digests: ["$t.1", "$u.1"] },
      ]),
      ...singles("$t", ["$u.0", "$t.0", ...more("$x.0")]),
      // One that was given out a moment ago, where it belongs, and one that was refused, where it did not.
      ...singles("$u", ["$t.0", "$u.0", ...more("$y.0")]),
      ...archives("$t", ["$t.0", "$x.0"]).slice(first),
      ...archives("$u", ["$u.0", ...allFilesOf("y")]).slice(first),
    ];
  });
}

function unknownDigests(context: SuiteContext, face: Face): Script {
  const digests =
    context.depth === "quick"
      ? chosen(context, oddDigests, { count: 2, sure: 2, topic: "digests" })
      : dealt(context, oddDigests, { face, sure: 2, topic: "digests" });
  // Single files have one face: what its script asks for, that of the other need not.
  const isOther = context.depth === "standard" && face === "legacy";
  const single = (digest: DigestRef) => (isOther ? [] : singles("$t", [digest]));
  return script(context, `unknown-${face}`, "A digest of no file brings no file", (draft) => [
    { op: "create", face, as: "t", data: draft.doc(), files: ownFiles(draft, 1) },
    ...digests.flatMap((digest): OperationStep[] => [
      { op: "files", face, trace: "$t", digests: [digest] },
      ...single(digest),
    ]),
    ...digestChanges
      .slice(0, context.depth === "quick" ? 1 : undefined)
      .flatMap((change): OperationStep[] => [
        { op: "files", face, trace: "$t", digests: [{ like: "$t.0", change }] },
        ...single({ like: "$t.0", change }),
      ]),
    { op: "files", face, trace: "$t", digests: ["$t.0", digests[0] ?? "no-such-digest"] },
    { op: "files", face, trace: "$t", digests: [], traits: ["files.no-digests"] },
    { op: "files", face, trace: "$t", digests: ["$t.0"] },
  ]);
}

/**
 * Past every size up to which a body is commonly held in one piece, through both faces. What takes long is what a service
 * tries again, though it was done: each of them is one link.
 */
function large(context: SuiteContext): readonly Script[] {
  const trait = fileTraits.find((one) => one.trait === "file.1280-kib");
  if (context.depth === "quick" || !trait || context.refused.includes(trait.trait)) return [];
  const set = fileSetOf([trait]);
  // Of other content, as a trace may take the same file but once.
  const others = set.files.map((file) => ({ ...file, content: { bytes: 1_310_721, seed: 16 } }));
  const pair = context.refused.includes(farApart.trait) ? [] : farApart.pair;
  const traits = pair.length === 0 ? set.traits : [...set.traits, farApart.trait];
  const [one, other] = [0, 1].map((index) => pair.slice(index, index + 1));
  const ofPair = pair.length === 0 ? [] : (["$a.1", "$b.1"] as const);
  // With a creation, which a process lets come where it may not let a certain action come.
  const none = fileTraits.filter((one) => one.trait === "file.empty" && !context.refused.includes(one.trait));
  const empty = fileSetOf(none);
  const ofEmpty = none.length === 0 ? [] : (["$t.1"] as const);
  return [
    script(context, "large", "A large file is kept byte for byte", (draft) => [
      {
        op: "create",
        face: "v2",
        as: "t",
        data: draft.doc(),
        ...withFiles({ ...empty, files: [...ownFiles(draft, 1), ...empty.files] }),
      },
      {
        op: "act",
        face: "legacy",
        as: "a",
        trace: "$t",
        data: draft.doc(),
        traits,
        files: [...set.files, ...(one ?? [])],
      },
      { op: "act", face: "v2", as: "b", trace: "$t", data: draft.doc(), traits, files: [...others, ...(other ?? [])] },
      ...someFaces(context, "large", { upTo: "standard" }).map((face): OperationStep => ({
        op: "details",
        face,
        trace: "$t",
      })),
      // One is a byte longer than the other, and than many a number of pieces in which files are kept: asked for three
      // times, as a download that is cut off once or twice may be an accident.
      { op: "files", face: "v2", trace: "$t", digests: ["$a.0", "$b.0", ...ofPair] },
      { op: "files", face: "legacy", trace: "$t", digests: ["$t.0", ...ofEmpty, "$b.0", ...ofPair] },
      ...singles("$t", ["$b.0", ...ofPair]),
    ]),
  ];
}

/**
 * Everything with one creation, through each face: the other scripts bring most kinds of files with actions. What takes long
 * is what a service tries again, though it was done.
 */
function heavyCreation(context: SuiteContext): readonly Script[] {
  const trait = fileTraits.find((one) => one.trait === "file.64k");
  if (context.depth === "quick" || !trait || context.refused.includes(trait.trait)) return [];
  const isFew = context.refused.includes(manyFiles);
  const set = isFew ? fileSetOf([trait]) : combinedFileSet({ refused: context.refused });
  // Each content once: whoever is asked for a digest twice may refuse that.
  const contents = set.files.map(({ content }) => JSON.stringify(content));
  const places = [...contents.keys()].filter((place) => contents.indexOf(contents[place] ?? "") === place);
  return [
    script(context, "heavy-creation", "A creation with many files makes one trace, and keeps them all", (draft) =>
      faces.flatMap((face): OperationStep[] => {
        const data = draft.doc();
        const trace = `$t-${face}`;
        return [
          { op: "create", face, as: `t-${face}`, data, ...withFiles(set) },
          { op: "search", face, filters: { tcMark: data["tcMark"] ?? "" }, until: { includes: [trace] } },
          ...inPieces(isFew ? [] : places, Math.ceil(places.length / 2)).map((some, piece): OperationStep => {
            const digests = some.map((place) => `$t-${face}.${place}`);
            return { op: "files", face: piece === 0 ? face : otherFace(face), trace, digests };
          }),
        ];
      }),
    ),
  ];
}

/** File parts ahead of the text parts: taken whole, or refused; both operations that bring files, through both faces. */
function filesFirst(context: SuiteContext): Script {
  return script(context, "files-first", "File parts ahead of the fields are kept", (draft) => {
    const odd = { filesFirst: true, traits: ["multipart.files-first"] } as const;
    const trace = (face: Face, as: "t" | "u"): readonly OperationStep[] => {
      const sent = { data: draft.doc(), files: ownFiles(draft, 2), ...odd };
      const later = { data: draft.doc(), files: ownFiles(draft, 2), ...odd };
      return [
        { op: "create", face, as, ...sent },
        { op: "act", face: otherFace(face), as: `${as}a`, trace: `$${as}`, ...later },
        { op: "details", face, trace: `$${as}` },
      ];
    };
    return [
      ...trace("v2", "t"),
      ...trace("legacy", "u"),
      ...archives("$t", allFilesOf("t", "ta")).slice(0, 1),
      ...archives("$u", allFilesOf("u", "ua")).slice(1),
      ...singles("$u", ["$u.0"]),
    ];
  });
}

/**
 * Where actions ask for certain files, a trace may have room for one set of the many that the other scripts send, or none that
 * is taken after its creation: what only one of them shows comes on traces of its own. Where no action takes two files, they
 * come one after the other.
 */
function byThemselves(context: SuiteContext): readonly Script[] {
  const { workflows } = context.target;
  if (!workflows.some(({ actions }) => actions.some((action) => action.files !== undefined))) return [];
  const isSplit = !workflows.some(({ actions }) => actions.some((action) => mayBringSeveral(action.files)));
  const usable = (trait: string) => fileTraits.filter((one) => one.trait === trait && !context.refused.includes(trait));
  const ofKind = (trait: string, face: Face) =>
    script(context, `${trait}-${face}`, "Files of one kind are kept on a trace of their own", (draft) => {
      const set = fileSetOf(usable(`file.${trait}`));
      const [first = [], second] = isSplit ? set.files.map((file) => [file]) : [set.files];
      const common = { data: draft.doc(), ...withFiles(set) };
      const more = { ...common, data: draft.doc() };
      return [
        { op: "create", face, as: "t", ...common, files: first },
        ...(second ? [{ op: "act" as const, face, as: "u", trace: "$t" as const, ...more, files: second }] : []),
        ...archives("$t", allFilesOf("t", ...(second ? ["u"] : []))),
        ...singles("$t", [...filesOf("t", first.length), ...(second ? filesOf("u", second.length) : [])]),
      ];
    });
  return ["same-name", "empty"]
    .filter((trait) => usable(`file.${trait}`).length > 0)
    .flatMap((trait) => someFaces(context, `files-${trait}`).map((face) => ofKind(trait, face)));
}

export const files: ScriptArea = {
  id: area,
  title: "Files are kept byte for byte and given out by digest",
  scripts: (context) => [
    ...(context.depth === "quick"
      ? []
      : (context.depth === "deep" ? faces : (["legacy"] as const)).map((face) => combined(context, face))),
    selections(context),
    ...(context.depth === "quick" ? [] : [filesFirst(context)]),
    ...large(context),
    ...heavyCreation(context),
    ...byThemselves(context),
    foreign(context),
    ...someFaces(context, "unknown").map((face) => unknownDigests(context, face)),
  ],
};
