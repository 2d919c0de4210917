/**
 * Open point `input-features`: which unusual inputs the target accepts. All are sent at once; where that is refused, the
 * culprits are found by halves. What is accepted at creation is taken to be accepted at appending too.
 */
import {
  dataFeatures,
  denseFileSets,
  documentOf,
  fileFeatures,
  fileSetOf,
  fitData,
  manyFiles,
  usableFileFeatures,
  type DataFeature,
  type FileFeature,
} from "../../generators/index.ts";
import type { Face } from "../../spec/operations.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { CreateStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { families, findCulprits } from "../lib/find-culprits.ts";
import { countText } from "../lib/wording.ts";
import { actionData } from "../bench/bench-data.ts";
import { unknown, type Probe, type ProbeContext } from "../probe.ts";

/** So many requests are sent at most to find the refused ones, for data and for files. */
const maxRequests = 30;
const maxFileRequests = 45;
/** Files in a small set, and in a very small one for a target that refuses most of the small ones. */
const setSizes = [9, 3] as const;

/** What services refuse more often than the rest, each kind for reasons of its own. */
const dataFamilies: readonly RegExp[] = [
  /nul$/,
  /deep-[3-9]\d/,
  /float-(?:exponent|largest|large-integer)/,
  /int-53|int-long|float-(?:small|denormal)/,
  /control|delete/,
  /proto|constructor|methods/,
  /dollar|(?:key|top)-(?:dot|empty|punctuation)/,
  /noncharacter|private|plane-1[4-6]/,
  /long-(?:16385|65537)/,
  /top-word|service-words/,
];
const fileFamilies: readonly RegExp[] = [
  /__proto__/,
  /name-(?:path|backslash|windows|html|quotes|dots)/,
  /part-\d/,
  /same-/,
  /empty$/,
];

export const inputFeatures: Probe = {
  id: "input-features",
  openPoints: ["input-features"],
  needs: [],
  writes: true,
  async run(context) {
    const { bench, target } = context;
    if (bench.createAction === undefined || bench.traces.length === 0) {
      return { "input-features": unknown("No trace could be created, so no unusual input either.") };
    }
    const action = target.workflows[bench.workflow]?.actions.find(({ key }) => key === bench.createAction);
    const data = roomFor(
      action,
      dataFeatures.filter(({ plain }) => !plain),
    );
    const files = usableFileFeatures([], false);
    const v2 = new Sender(context, bench.createAction, "v2");
    const [both] = await v2.send([{ data, files }]);
    const sender = both
      ? v2
      : ((await takesPlain(v2)) ?? (await takesPlain(new Sender(context, bench.createAction, "legacy"))));
    if (!sender)
      return { "input-features": unknown("Plain data and files were refused too, so nothing follows from a refusal.") };
    const [refusedData, refusedFiles] = both
      ? [[], []]
      : await Promise.all([refusedOfData(sender, data), refusedOfFiles(sender, files)]);
    const refused = [...refusedData, ...refusedFiles];
    const all = [
      ...data.map(({ feature }) => feature),
      ...files.filter(({ plain }) => !plain).map(({ feature }) => feature),
      manyFiles,
    ];
    const accepted = all.filter((feature) => !refused.includes(feature));
    const how = both ? "in one request" : "after the refused ones were told apart";
    return {
      "input-features": {
        value: { accepted, refused },
        evidence: `${countText(accepted.length, "unusual feature")} of data and files were accepted ${how}; refused: ${refused.length > 0 ? refused.join(", ") : "none"}.`,
      },
    };
  },
};

/** The features that the action's schema leaves room for. */
function roomFor(action: ActionDescription | undefined, features: readonly DataFeature[]): readonly DataFeature[] {
  const left = new Set(fitData(action, documentOf(features, { run: "run", mark: "mark" })).features);
  return features.filter(({ feature }) => left.has(feature));
}

/** The sender, if what is sent in its way is accepted as long as nothing unusual is in it. */
async function takesPlain(sender: Sender): Promise<Sender | undefined> {
  const plain = fileFeatures.filter((kind) => kind.plain);
  const outcomes = await sender.send([{}, { files: plain }]);
  return outcomes.includes(false) ? undefined : sender;
}

async function refusedOfData(sender: Sender, features: readonly DataFeature[]): Promise<readonly string[]> {
  const culprits = await findCulprits(families(features, dataFamilies, nameOf), {
    accepted: (groups) => sender.send(groups.map((data) => ({ data }))),
    maxGroups: maxRequests,
  });
  return culprits.map(({ feature }) => feature);
}

async function refusedOfFiles(sender: Sender, features: readonly FileFeature[]): Promise<readonly string[]> {
  const accepted = (groups: readonly (readonly FileFeature[])[]) => sender.send(groups.map((files) => ({ files })));
  const [usual = [], ...suspects] = families(features, fileFamilies, nameOf);
  const [usualAccepted] = await accepted([usual]);
  // A large set of usual files that is refused may only be too large; then small ones are sent.
  const groups = usualAccepted ? suspects : await smallSets(features, accepted);
  const culprits = await findCulprits(groups, { accepted, maxGroups: maxFileRequests });
  const refused = culprits.map(({ feature }) => feature);
  if (usualAccepted) return refused;
  const [rest] = culprits.length === 0 ? [false] : await accepted([usual.filter((kind) => !culprits.includes(kind))]);
  return rest ? refused : [...refused, manyFiles];
}

/** The features in sets that are refused although they are small: each has a culprit in it, or is still too large. */
async function smallSets(
  features: readonly FileFeature[],
  accepted: (groups: readonly (readonly FileFeature[])[]) => Promise<readonly boolean[]>,
): Promise<readonly (readonly FileFeature[])[]> {
  const byName = new Map(features.map((kind) => [kind.feature, kind]));
  let refused: readonly (readonly FileFeature[])[] = [];
  for (const perSet of setSizes) {
    const sets = denseFileSets({ refused: [], perSet }).map((set) =>
      set.features.flatMap((feature) => byName.get(feature) ?? []),
    );
    const outcomes = await accepted(sets);
    refused = sets.filter((_, index) => outcomes[index] === false);
    if (refused.length * 2 < sets.length) break;
  }
  return refused.flatMap((set) =>
    set.length === 1 ? [set] : [set.slice(0, set.length / 2), set.slice(set.length / 2)],
  );
}

/** The feature, with the names that are odd about it. */
function nameOf(kind: DataFeature | FileFeature): string {
  return "files" in kind ? [kind.feature, ...kind.files.map(({ partName }) => partName)].join(" ") : kind.feature;
}

interface Load {
  readonly data?: readonly DataFeature[];
  readonly files?: readonly FileFeature[];
}

class Sender {
  readonly #context: ProbeContext;
  readonly #action: string;
  readonly #face: Face;
  #count = 0;

  constructor(context: ProbeContext, action: string, face: Face) {
    this.#context = context;
    this.#action = action;
    this.#face = face;
  }

  /** Creates a trace with each of the loads, at the same time; whether each was accepted. */
  async send(loads: readonly Load[]): Promise<readonly boolean[]> {
    const answers = await this.#context.ask(
      "unusual input",
      loads.map((load) => ({ step: this.#step(load) })),
    );
    return answers.map((answer) => answer !== undefined && succeeded(answer));
  }

  #step({ data = [], files = [] }: Load): CreateStep {
    const { bench, target, runId } = this.#context;
    const mark = { run: runId, mark: `features${String(this.#count++)}` };
    const description = target.workflows[bench.workflow]?.actions.find(({ key }) => key === this.#action);
    const document =
      data.length > 0 ? documentOf(data, mark) : { data: actionData(runId, "features", this.#count), features: [] };
    const set = fileSetOf(files);
    const { data: fitted, markAt, features } = fitData(description, document);
    return {
      op: "create",
      face: this.#face,
      workflow: bench.workflow,
      action: this.#action,
      data: fitted,
      ...(markAt ? { markAt } : {}),
      ...(set.files.length > 0 ? { files: set.files } : {}),
      features: [...features, ...set.features],
    };
  }
}
