/** Values that do not come back as they were sent, in one answer or in every answer from then on. */
import type { Json } from "../../../spec/json.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { ModelAction } from "../../../checks/model/world.ts";
import { withPayload } from "../answers.ts";
import { operatorOf, type Operator, type Site } from "../mutant.ts";
import { linksOf, type Read, type Recorded } from "../recorded.ts";
import { leavesOf, placeInAnswer, type Leaf } from "./leaves.ts";
import { pick } from "./pick.ts";
import { withValueAt } from "../../../spec/json-walks.ts";

/** What becomes of a value; undefined where it cannot be so changed. */
type Distortion = (value: Json) => { readonly value: Json | undefined } | undefined;

const distortions: readonly (readonly [id: string, title: string, what: string, distort: Distortion])[] = [
  ["value-missing", "Forgets a member of the data.", "is missing", () => ({ value: undefined })],
  [
    "value-null",
    "Shows null in place of a value.",
    "is null",
    (value) => (value === null ? undefined : { value: null }),
  ],
  ["value-typed", "Shows a value as another type.", "has another type", (value) => ({ value: typedOtherwise(value) })],
  ["value-cut", "Cuts the end of a text or a list.", "lacks its end", (value) => withoutEnd(value)],
  [
    "value-case",
    "Changes the case of letters.",
    "has its letters in another case",
    (value) => ofText(value, otherCase),
  ],
  [
    "value-trimmed",
    "Takes space from the ends of a text.",
    "lacks the space at its ends",
    (value) => ofText(value, (text) => text.trim()),
  ],
  [
    "value-normalized",
    "Brings a text into another normal form of Unicode.",
    "is in another normal form",
    (value) => ofText(value, otherNormalForm),
  ],
  [
    "value-rounded",
    "Keeps a number with the precision of 32 bits.",
    "has lost precision",
    (value) => (typeof value === "number" ? { value: Math.fround(value) } : undefined),
  ],
  [
    "value-next",
    "Shows a number that is one higher.",
    "is one higher",
    (value) => (typeof value === "number" ? { value: value + 1 } : undefined),
  ],
  [
    "list-reversed",
    "Shows a list in another order.",
    "is reversed",
    (value) => (Array.isArray(value) ? { value: (value as readonly Json[]).toReversed() } : undefined),
  ],
];

export const values: readonly Operator[] = distortions.flatMap(([id, title, what, distort]) => [
  operatorOf("values")(id, `${title.slice(0, -1)}, in one answer.`, `a value ${what}`, function* (recorded) {
    for (const read of telling(recorded)) {
      const action = recorded.holdsState(read) || linksOf(read.exchange) ? shownBy(read) : undefined;
      if (action)
        yield answersOf([read], action, recorded, () =>
          leafFor(recorded, action, distort, `${id} ${String(read.exchange.index)}`),
        );
    }
  }),
  operatorOf("history")(
    `${id}-everywhere`,
    `${title.slice(0, -1)}, wherever the action is shown.`,
    `a value ${what}`,
    function* (recorded) {
      const reads = telling(recorded).filter((read) => linksOf(read.exchange) ?? isPredicted(recorded, read));
      for (const action of recorded.traces.flatMap(({ actions }) => actions)) {
        const showing = reads.filter((read) =>
          (linksOf(read.exchange) ? read.shows : read.shows.slice(-1)).includes(action),
        );
        yield answersOf(showing, action, recorded, () => leafFor(recorded, action, distort, id));
      }
    },
  ),
]);

const telling = (recorded: Recorded): readonly Read[] => [...recorded.reads("details"), ...recorded.reads("state")];

/** True where the state shows the data of the actions; what a target makes of them by its own rules may be any. */
const isPredicted = ({ subject }: Recorded, { trace }: Read): boolean =>
  (subject.stateReading(trace)?.path ?? null) !== null;

/** An action whose data the read must show: any link's, or the latest of a state. */
function shownBy(read: Read): ModelAction | undefined {
  const links = linksOf(read.exchange);
  if (!links) return read.exact ? read.shows.at(-1) : undefined;
  return pick(read.shows, `shown ${String(read.exchange.index)}`);
}

interface Found {
  readonly leaf: Leaf;
  readonly value: Json | undefined;
}

function leafFor(recorded: Recorded, action: ModelAction, distort: Distortion, by: string): Found | undefined {
  if (action.unclear) return undefined;
  const found = leavesOf(action).flatMap((leaf) => {
    const distorted = distort(leaf.value);
    return distorted && (distorted.value === undefined || !sameJson(distorted.value, leaf.value))
      ? [{ leaf, value: distorted.value }]
      : [];
  });
  return pick(found, `${recorded.history.script.id} ${by} ${String(action.exchange.index)}`);
}

function answersOf(
  reads: readonly Read[],
  action: ModelAction,
  recorded: Recorded,
  find: () => Found | undefined,
): Site["answers"] {
  return () => {
    const found = find();
    if (!found) return undefined;
    return reads.flatMap((read) => {
      const place = placeInAnswer(read, action, found.leaf, recorded);
      return place ? [withPayload(read.exchange, (payload) => withValueAt(payload, place, found.value))] : [];
    });
  };
}

function typedOtherwise(value: Json): Json {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "";
  if (Array.isArray(value)) return JSON.stringify(value);
  return [value];
}

function ofText(value: Json, change: (text: string) => string): { readonly value: Json } | undefined {
  return typeof value === "string" ? { value: change(value) } : undefined;
}

function withoutEnd(value: Json): { readonly value: Json } | undefined {
  if (typeof value === "string") return { value: value.slice(0, -1) };
  return Array.isArray(value) ? { value: (value as readonly Json[]).slice(0, -1) } : undefined;
}

const otherCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

function otherNormalForm(text: string): string {
  return text.normalize("NFC") === text ? text.normalize("NFD") : text.normalize("NFC");
}
