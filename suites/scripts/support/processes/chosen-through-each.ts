/**
 * Sends an action with each of the values that its form or examples offer, through one face, the other, and the first
 * again: the effect of a value must not depend on the face.
 */
import { fitData, type FittedData } from "../../../../generators/index.ts";
import { objectAt, resolvedSchema } from "../../../../spec/data-schemas/resolve.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../spec/json.ts";
import { faces, type Face } from "../../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { withTextsOf } from "../against-form.ts";
import { withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { actionAt } from "../steps.ts";
import { wayTo } from "./ways.ts";

/** So many variants of the data are looked at for different choices, and at most so many choices are sent. */
const [makes, mostChoices] = [8, 2];
/** At most so many actions come before it. */
const longestWay = 4;
/** At most so many steps in all. */
const mostSteps = 150;

interface Place {
  readonly workflow: number;
  readonly action: ActionDescription;
  readonly done: readonly string[];
}

export function chosenThroughEach(context: SuiteContext, script: MakeScript, all: readonly Gated[]): readonly Script[] {
  const places = all.flatMap(({ index, workflow }) =>
    workflow.actions
      .filter((action, at) => action.appends && workflow.actions.findIndex(({ key }) => key === action.key) === at)
      .flatMap((action): readonly Place[] => {
        const done = wayTo(context, index, action.key);
        return done && done.length <= longestWay ? [{ workflow: index, action, done }] : [];
      }),
  );
  const title = "What is made of a value to choose from does not depend on the face";
  const scripts = places
    .toSorted((left, right) => left.done.length - right.done.length)
    .map((place) =>
      script(context, `chosen-through-each-${String(place.workflow)}-${place.action.key}`, title, (draft) =>
        throughEach(draft, place),
      ),
    );
  const chosen = scripts.filter(({ steps }) => steps.length > 0);
  return withinBudget(context, chosen, mostSteps);
}

function throughEach(draft: Draft, { workflow, action, done }: Place): readonly OperationStep[] {
  return choicesOf(action, draft.doc({ chosen: 0 })).flatMap((chosen, choice) =>
    [...faces, ...faces.slice(0, 1)].flatMap((face, turn): readonly OperationStep[] => {
      const label = `t${String(choice)}${String(turn)}`;
      const own = fitData(action, { data: draft.doc({ chosen: 0 }) });
      const data = withTextsOf(action, chosen.data, own.data);
      const { markerAt } = chosen;
      return [
        ...built(draft, { workflow, done, face, label }),
        {
          ...{ op: "act", face, trace: `$${label}`, workflow, action: action.key, data },
          ...(markerAt ? { markerAt } : {}),
          // With this value, nobody may have seen that the action comes there.
          outOfOrder: true,
        },
        { op: "state", face: "v2", trace: `$${label}` },
      ];
    }),
  );
}

interface Way {
  readonly workflow: number;
  readonly done: readonly string[];
  readonly face: Face;
  readonly label: string;
}

/** The trace up to the action, all through one face. */
function built(draft: Draft, { workflow, done, face, label }: Way): readonly OperationStep[] {
  return done.map((action, at) => actionAt(at, label, { face, workflow, action, data: draft.doc({ number: at }) }));
}

/** Data with different choices; none where there is only one. */
function choicesOf(action: ActionDescription, doc: JsonObject): readonly FittedData[] {
  const found = new Map<string, FittedData>();
  for (let variant = 0; variant < makes && found.size < mostChoices; variant += 1) {
    const fitted = fitData(action, { data: doc, variant });
    const choices = JSON.stringify(choicesIn(action, fitted.data));
    if (!found.has(choices)) found.set(choices, fitted);
  }
  return found.size > 1 ? [...found.values()] : [];
}

/** The choices in these data, sorted by name. */
function choicesIn({ dataSchema, examples = [] }: ActionDescription, data: JsonObject): readonly Json[] {
  const properties = objectAt(resolvedSchema(dataSchema ?? {}, dataSchema ?? {}), "properties");
  const isListed = (name: string): boolean => {
    const member = properties[name];
    return isJsonObject(member) && ["enum", "const"].some((word) => Object.hasOwn(member, word));
  };
  const isWord = (name: string): boolean =>
    new Set(examples.map((example) => JSON.stringify(example[name]))).size > 1 &&
    examples.some((example) => example[name] === data[name]);
  return Object.entries(data)
    .filter(([name, value]) => typeof value === "boolean" || isListed(name) || isWord(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, value]);
}
