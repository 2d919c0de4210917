/**
 * Open point `input-features`: which unusual inputs the target accepts. All are sent at once; where that is refused,
 * bisection finds those that are refused. What is accepted at creation is taken to be accepted at appending too. Where the
 * creation takes no files, they come with an action that takes some.
 */
import {
  dataTraits,
  combinedFileSets,
  documentOf,
  fileTraits,
  fileSetOf,
  fitData,
  manyFiles,
  fittingAction,
  usableFileTraits,
  workflowForFiles,
  type DataTrait,
  type FileTrait,
} from "../../generators/index.ts";
import type { Face } from "../../spec/operations.ts";
import { filePolicy, mayBringSeveral } from "../../spec/readings/file-policy.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { ActStep, CreateStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { bisect, families } from "../lib/bisection.ts";
import { countText } from "../lib/wording.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import { filesOfATrace } from "./files-of-a-trace.ts";
import { wayToFiles } from "./way-to-files.ts";

/** So many requests are sent at most to find the refused ones, for data and for files. */
const maxRequests = 30;
const maxFileRequests = 45;
/** Files in a small set, and in a very small one for a target that refuses most of the small ones. */
const setSizes = [9, 2] as const;

/** Kinds of input that services often refuse, each for its own reason; bisection asks for each kind first. */
const dataFamilies: readonly RegExp[] = [
  /nul$/,
  /deep-[3-9]\d/,
  /float-(?:exponent|largest|large-integer)/,
  /int-53|int-long|int-15|float-(?:small|denormal)/,
  /control|delete/,
  /proto|constructor|methods/,
  /dollar|(?:key|top)-(?:dot|empty|punctuation)/,
  /noncharacter|private|plane-1[4-6]/,
  /long-(?:16385|65537|unicode)/,
  /top-word|service-words/,
];
const fileFamilies: readonly RegExp[] = [
  /__proto__/,
  /name-(?:path|backslash|windows|html|quotes|dots)/,
  /part-\d/,
  /same-/,
  /empty$/,
];

export const inputFeatures = onePoint("input-features", { needs: [], writes: true }, async (context) => {
  const { fixture, target } = context;
  if (fixture.createAction === undefined || fixture.traces.length === 0) {
    return unknown("No trace could be created, so no unusual input either.");
  }
  const action = target.workflows[fixture.workflow]?.actions.find(({ key }) => key === fixture.createAction);
  const data = roomFor(
    action,
    dataTraits.filter(({ plain }) => !plain),
  );
  const place = placeOfFiles(context, fixture.workflow, fixture.createAction);
  const { files: wanted } = place.action ?? {};
  // Where no action takes two files, sets of them show nothing.
  const isSingle = !mayBringSeveral(wanted);
  const files = isSingle ? [] : usableFileTraits([], false);
  const v2 = new Sender(context, { workflow: fixture.workflow, create: fixture.createAction }, "v2");
  // Files that go to another workflow are asked for by themselves.
  const isElsewhere = place.workflow !== fixture.workflow;
  const [together] = await v2.send([isElsewhere ? { data } : { data, files }]);
  const filesTaken = together && isElsewhere ? (await new Sender(context, place, "v2").send([{ files }]))[0] : together;
  const both = together && filesTaken;
  const sender = both
    ? v2
    : ((await takesPlain(v2)) ??
      (await takesPlain(new Sender(context, { workflow: fixture.workflow, create: fixture.createAction }, "legacy"))));
  if (!sender) return unknown("Plain data and files were refused too, so nothing follows from a refusal.");
  const [refusedData, refusedFiles] = both
    ? [[], []]
    : await Promise.all([refusedOfData(sender, data), isSingle ? [] : refusedOfFiles(sender.at(place), files)]);
  const unsent = [...(isSingle ? [manyFiles] : []), ...(filePolicy(wanted).genuine ? [emptyFile] : [])];
  const refused = [...new Set([...refusedData, ...refusedFiles, ...unsent])];
  const all = [
    ...data.map(({ trait }) => trait),
    ...files.filter(({ plain }) => !plain).map(({ trait }) => trait),
    manyFiles,
  ];
  const mostFiles = !isSingle && refused.includes(manyFiles) ? await filesOfATrace(context) : undefined;
  const accepted = all.filter((trait) => !refused.includes(trait));
  const apart = both ? [] : await apartFrom(sender, data, refusedData);
  const how = both ? "in one request" : "after the refused ones were told apart";
  return {
    value: {
      ...{ accepted, refused, ...(mostFiles === undefined ? {} : { mostFiles }) },
      ...(apart.length > 0 ? { apart } : {}),
    },
    evidence: `${countText(accepted.length, "unusual trait")} of data and files were accepted ${how}; refused: ${refused.length > 0 ? refused.join(", ") : "none"}.${mostFiles === undefined ? "" : ` A trace takes ${countText(mostFiles, "file")}.`}${apart.length > 0 ? ` All data at once were refused; without the largest, ${apart.join(", ")}, they were taken.` : ""}`,
  };
});

/** Nobody can send an empty file that begins as files of its type do. */
const emptyFile = "file.empty";

interface Place {
  readonly workflow: number;
  readonly create: string;
}

/** Where files are taken: by the creation of the fixture or an action behind it, or else in another workflow. */
function placeOfFiles(
  context: ProbeContext,
  workflow: number,
  createAction: string,
): Place & { readonly action: ActionDescription | undefined } {
  const { workflows } = context.target;
  const at = workflowForFiles({ workflows, profile: context.profile() }, workflow) ?? workflow;
  const actions = workflows[at]?.actions ?? [];
  const create = at === workflow ? createAction : (fittingAction(workflows[at], "create")?.key ?? createAction);
  const way = wayToFiles(context, create, at);
  return { workflow: at, create, action: way?.at(-1) ?? actions.find(({ key }) => key === create) };
}

/** The traits that the action's schema leaves room for. */
function roomFor(action: ActionDescription | undefined, traits: readonly DataTrait[]): readonly DataTrait[] {
  const left = new Set(fitData(action, documentOf(traits, { run: "run", marker: "mark" })).traits);
  return traits.filter(({ trait }) => left.has(trait));
}

/** The sender, if the target accepts what it sends when nothing unusual is in it. */
async function takesPlain(sender: Sender): Promise<Sender | undefined> {
  const plain = fileTraits.filter((kind) => kind.plain);
  const [data = false, files = false] = await sender.send([{}, { files: plain }]);
  if (!data || files) return data ? sender : undefined;
  // All plain files together may be too many; one alone is not.
  const single = plain.filter((kind) => kind.files.length === 1).slice(0, 2);
  return (await sender.send(single.map((kind) => ({ files: [kind] })))).includes(true) ? sender : undefined;
}

async function refusedOfData(sender: Sender, traits: readonly DataTrait[]): Promise<readonly string[]> {
  const refused = await bisect(families(traits, dataFamilies, nameOf), {
    accepted: (groups) => sender.send(groups.map((data) => ({ data }))),
    maxGroups: maxRequests,
  });
  return refused.map(({ trait }) => trait);
}

/** So many of the largest traits of data are left out, one number after the other, until the others are taken together. */
const leftOut = [3, 6, 24] as const;

/** The largest traits of data, where all together are refused and without these they are taken. */
async function apartFrom(
  sender: Sender,
  traits: readonly DataTrait[],
  refused: readonly string[],
): Promise<readonly string[]> {
  const sizeOf = (kind: DataTrait): number => JSON.stringify(documentOf([kind], { run: "", marker: "" }).data).length;
  const together = traits.filter(({ trait }) => !refused.includes(trait));
  const largest = together.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  for (const count of [0, ...leftOut]) {
    if (count >= together.length) return [];
    const apart = largest.slice(0, count);
    if ((await sender.send([{ data: together.filter((kind) => !apart.includes(kind)) }])).includes(true))
      return apart.map(({ trait }) => trait);
  }
  return [];
}

async function refusedOfFiles(sender: Sender, traits: readonly FileTrait[]): Promise<readonly string[]> {
  const accepted = (groups: readonly (readonly FileTrait[])[]) => sender.send(groups.map((files) => ({ files })));
  const [usual = [], ...suspects] = families(traits, fileFamilies, nameOf);
  const [usualAccepted] = await accepted([usual]);
  // A large set of usual files that is refused may only be too large; then small ones are sent.
  const groups = usualAccepted ? suspects : await smallSets(traits, accepted);
  const refused = await bisect(groups, { accepted, maxGroups: maxFileRequests });
  const names = refused.map(({ trait }) => trait);
  if (usualAccepted) return names;
  const [rest] = refused.length === 0 ? [false] : await accepted([usual.filter((kind) => !refused.includes(kind))]);
  return rest ? names : [...names, manyFiles];
}

/**
 * The traits in sets that are refused although they are small: each holds one that is refused, or is still too large.
 */
async function smallSets(
  traits: readonly FileTrait[],
  accepted: (groups: readonly (readonly FileTrait[])[]) => Promise<readonly boolean[]>,
): Promise<readonly (readonly FileTrait[])[]> {
  const byName = new Map(traits.map((kind) => [kind.trait, kind]));
  let refused: readonly (readonly FileTrait[])[] = [];
  for (const perSet of setSizes) {
    const sets = combinedFileSets({ refused: [], perSet }).map((set) =>
      set.traits.flatMap((trait) => byName.get(trait) ?? []),
    );
    const outcomes = await accepted(sets);
    refused = sets.filter((_, index) => outcomes[index] === false);
    if (refused.length * 2 < sets.length) break;
  }
  return refused.flatMap((set) =>
    set.length === 1 ? [set] : [set.slice(0, set.length / 2), set.slice(set.length / 2)],
  );
}

/** The trait, with the names that are odd about it. */
function nameOf(kind: DataTrait | FileTrait): string {
  return "files" in kind ? [kind.trait, ...kind.files.map(({ partName }) => partName)].join(" ") : kind.trait;
}

interface Load {
  readonly data?: readonly DataTrait[];
  readonly files?: readonly FileTrait[];
}

class Sender {
  readonly #context: ProbeContext;
  readonly #place: Place;
  readonly #face: Face;
  #count = 0;

  constructor(context: ProbeContext, place: Place, face: Face) {
    this.#context = context;
    this.#place = place;
    this.#face = face;
  }

  /** One through the same face in another place. */
  at(place: Place): Sender {
    return place.workflow === this.#place.workflow ? this : new Sender(this.#context, place, this.#face);
  }

  /** Creates a trace with each of the loads, at the same time; whether each was accepted. */
  async send(loads: readonly Load[]): Promise<readonly boolean[]> {
    const way = wayToFiles(this.#context, this.#place.create, this.#place.workflow);
    const withFiles = ({ files = [] }: Load): boolean => way !== undefined && files.length > 0;
    const [brought, others] = [loads.filter(withFiles), loads.filter((load) => !withFiles(load))];
    const [onWay, answers] = await Promise.all([
      Promise.all(brought.map((load) => this.#brings(load, way ?? []))),
      this.#context.ask(
        "unusual input",
        others.map((load) => ({ step: this.#step(load) })),
      ),
    ]);
    return loads.map((load) => {
      if (withFiles(load)) return onWay[brought.indexOf(load)] === true;
      const answer = answers[others.indexOf(load)];
      return answer !== undefined && succeeded(answer);
    });
  }

  /** Whether a trace is created with the data of the load, and its files are taken by the last action of the way. */
  async #brings({ data = [], files = [] }: Load, way: readonly ActionDescription[]): Promise<boolean> {
    const { runId } = this.#context;
    const acts = way.map((action, at): ActStep => {
      const input = fitting(action, actionData(runId, "features-way", this.#count++));
      const step = {
        op: "act",
        face: this.#face,
        trace: "$trace",
        workflow: this.#place.workflow,
        action: action.key,
      } as const;
      return { ...step, ...input, ...(at === way.length - 1 ? fileSetOf(files) : {}) };
    });
    const steps = [{ ...this.#step({ data }), as: "trace" }, ...acts];
    const exchanges = await this.#context.run("unusual files", steps);
    return exchanges.length === steps.length && exchanges.every(succeeded);
  }

  #step({ data = [], files = [] }: Load): CreateStep {
    const { target, runId } = this.#context;
    const { workflow, create } = this.#place;
    const number = this.#count++;
    const marker = { run: runId, marker: `features${String(number)}` };
    const description = target.workflows[workflow]?.actions.find(({ key }) => key === create);
    const document =
      data.length > 0 ? documentOf(data, marker) : { data: actionData(runId, "features", number), traits: [] };
    const set = fileSetOf(files);
    const { data: fitted, markerAt, traits } = fitData(description, document);
    return {
      op: "create",
      face: this.#face,
      workflow,
      action: create,
      data: fitted,
      ...(markerAt ? { markerAt } : {}),
      ...(set.files.length > 0 ? { files: set.files } : {}),
      traits: [...traits, ...set.traits],
    };
  }
}
