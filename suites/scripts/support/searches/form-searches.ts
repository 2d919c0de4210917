/** Searches by numbers and flags that the form of a creation allows, for traces whose states may show them. */
import { fitData, type FittedData, formValues, type FormValues, markerMembers } from "../../../../generators/index.ts";
import { type Json, type JsonObject, ownNames } from "../../../../spec/json.ts";
import { freeTextsIn } from "../../../../spec/data-schemas/free-texts.ts";
import { mayBringFiles } from "../../../../spec/readings/file-policy.ts";
import { processOf } from "../../../../spec/readings/process.ts";
import { stateReadingOf } from "../../../../spec/readings/state-data.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";
import { computedSearch, rested } from "../steps.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** At most so many processes. Other workflows take any data, and other scripts search there by more values. */
const mostWorkflows = 2;

/** One of the traces has a file, where allowed. */
const withFile = 1;

/**
 * For some processes, a few traces that differ in their numbers and flags, and one equal to the first; each value is
 * searched for alone. What the states show decides which traces must be found. The target may refuse such data.
 */
export function searchesByForms(context: SuiteContext, script: MakeScript) {
  const { target, profile } = context;
  const mostMembers = byDepth(context, { quick: 0, standard: 3, deep: 6 });
  const places = target.workflows.flatMap((workflow, index) => {
    const action = workflow.actions.find(({ creates }) => creates);
    if (!action || !processOf(profile, workflow)) return [];
    // If no state shows our own markers, the members of the form are searched for instead.
    const isOfTheForm = stateReadingOf(profile, workflow)?.absent?.includes(markerMembers.marker) === true;
    return [{ index, action, shown: isOfTheForm ? namedBy(action) : undefined }];
  });
  const title = "A trace is found by the numbers and flags that its state shows, and by no others";
  const restMs = searchRestMs(target);
  return places.slice(0, mostWorkflows).map(({ index, action, shown }, at) =>
    script(context, at === 0 ? "of-the-form" : `of-the-form-${String(at)}`, title, (draft) => {
      // New markers, but otherwise the same data.
      const fitted = () => fitData(action, { data: draft.doc({ form: at }) });
      const first = fitted();
      const isSearched = (name: string): boolean => shown?.has(name) !== false;
      const { documents, members } = formValues(action, first.data, mostMembers, isSearched);
      if (members.length === 0 || documents.length < 2) return [];
      const text = shown && sharedText(action, first);
      // A trace that differs from the first only in its marker is found by the same values.
      const isMarked = first.markerAt !== undefined || Object.hasOwn(first.data, markerMembers.marker);
      const all = [...documents, ...(isMarked ? documents.slice(0, 1) : [])];
      const created = all.map((document, turn): OperationStep => {
        const { data, markerAt } = fitted();
        const marked = markerAt === undefined && !Object.hasOwn(document, markerMembers.marker) ? document : data;
        const values = Object.entries(document).filter(([, value]) => typeof value !== "string");
        return {
          ...{ op: "create", as: `t${String(turn)}`, face: alternating(turn + at), workflow: index },
          ...{ action: action.key, data: { ...marked, ...Object.fromEntries(values), ...textMember(text) } },
          ...(markerAt ? { markerAt } : {}),
          ...(turn === withFile && mayBringFiles(action.files) ? { files: ownFiles(draft, 1) } : {}),
          traits: [unfitTraits.extreme],
        };
      });
      const searches = members.flatMap(({ name, values }, turn) =>
        // The first member through both faces, the others through one.
        (turn === 0 ? faces : [alternating(turn + context.seed)]).flatMap((face) =>
          values.map((value) => computedSearch(face, index, { [name]: value })),
        ),
      );
      const ofText = text ? searchesByText(text, index) : [];
      return [
        ...created,
        ...rested([...searches, ...ofText, ...together(created[0], members[0], index, action)], restMs),
        ...all.map((_, turn): OperationStep => ({
          ...{ op: "state", face: alternating(turn + at), trace: `$t${String(turn)}` },
        })),
      ];
    }),
  );
}

/** The names of the members in a form. */
function namedBy({ dataSchema }: ActionDescription): ReadonlySet<string> {
  const properties = dataSchema?.["properties"];
  return new Set(ownNames(properties));
}

interface Text {
  readonly name: string;
  readonly value: string;
}

/** A free text that these traces may share, while traces of other scripts have other texts. */
function sharedText(
  { dataSchema = {}, ownTexts }: ActionDescription,
  { data, markerAt }: FittedData,
): Text | undefined {
  if (ownTexts) return undefined;
  const [text] = freeTextsIn(dataSchema, data).flatMap(({ path: [name = "", ...inner] }): readonly Text[] => {
    const value = data[name];
    const isOwn = name === markerMembers.marker || name === markerAt?.[0];
    return inner.length === 0 && !isOwn && typeof value === "string" ? [{ name, value }] : [];
  });
  return text;
}

const textMember = (text: Text | undefined): JsonObject => (text ? { [text.name]: text.value } : {});

/** By a text that all the traces have, and by one that none has. */
function searchesByText({ name, value }: Text, workflow: number): readonly OperationStep[] {
  return faces.flatMap((face) =>
    [value, `no ${value}`].map((wanted) => computedSearch(face, workflow, { [name]: wanted })),
  );
}

/** With so many other filters: each one must count. */
const beside = [2, 3];

/**
 * Searches for the first trace by several of its members, the last of which is right, and then wrong. A member that
 * some example lacks, such as a remark, may not be searchable.
 */
function together(
  first: OperationStep | undefined,
  member: FormValues["members"][number] | undefined,
  workflow: number,
  { examples = [] }: ActionDescription,
): readonly OperationStep[] {
  const data = first?.op === "create" ? first.data : {};
  const own = member && data[member.name];
  const another = member?.values.find((value) => value !== own);
  if (!member || own === undefined || another === undefined) return [];
  const isUsual = (name: string): boolean => examples.every((example) => Object.hasOwn(example, name));
  const others = Object.entries(data).filter(([name, value]) => name !== member.name && isTold(value) && isUsual(name));
  return beside
    .filter((count) => count <= others.length)
    .flatMap((count, turn) =>
      [own, another].map((value) =>
        computedSearch(alternating(turn), workflow, {
          ...Object.fromEntries(others.slice(-count)),
          [member.name]: value,
        }),
      ),
    );
}

const isTold = (value: Json): boolean => ["string", "number", "boolean"].includes(typeof value);
