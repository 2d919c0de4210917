/**
 * Finds state members that come with the service's own links: nobody sent them, and exactly the traces with such a link
 * have them, through both faces.
 */
import { faces, type Face } from "../../spec/operations.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { memberNames } from "../lib/likeness.ts";
import type { KnownTrace } from "./known-traces.ts";
import { names } from "./own-links.ts";
import { pageIn, type SeenPage } from "./pages.ts";

/** So many traces with such links, and so many without, are looked at. */
const enough = 2;

/** What is needed to tell such members. */
export interface OwnMembersQuestion {
  /** Traces with own links, and traces whose complete list has none. */
  readonly having: readonly KnownTrace[];
  readonly lacking: readonly KnownTrace[];
  /** True where the page shows an own link. */
  readonly hasOwn: (page: SeenPage) => boolean;
  readonly state: OpenPointValues["state-data"];
  /** Part of everything that this run sent. */
  readonly runId: string;
  readonly ask: (steps: readonly OperationStep[]) => Promise<readonly (Exchange | undefined)[]>;
}

/** The names of such members; none where too few traces tell. */
export async function ownMembers(question: OwnMembersQuestion): Promise<readonly string[]> {
  const { state, ask } = question;
  const [having, lacking] = [question.having, question.lacking].map((traces) => traces.slice(0, enough));
  if (!state.path || !having || !lacking || having.length < enough || lacking.length === 0) return [];
  const traces = [...having, ...lacking];
  const steps = traces.flatMap(({ traceId: trace }): readonly OperationStep[] => [
    { op: "details", face: "v2", trace },
    ...faces.map((face) => ({ op: "state", face, trace }) as const),
  ]);
  const answers = await ask(steps);
  const sights = traces.map((trace) => sightOf(trace, answers, question));
  // A trace may have got an own link since it was chosen.
  if (sights.some(({ trace, own }) => own !== having.includes(trace))) return [];
  const ours = memberNames(traces.flatMap(({ actions }) => actions.map(({ data }) => data)));
  const isNotSent = (name: string, data: JsonObject): boolean =>
    !ours.has(name) && !state.own?.includes(name) && !JSON.stringify(data[name]).includes(question.runId);
  const [with_, without] = [true, false].map((own) => sights.filter((sight) => sight.own === own));
  const candidates = names((with_ ?? []).flatMap(({ shown }) => shown.flatMap(({ data }) => Object.keys(data))));
  return candidates.filter(
    (name) =>
      with_?.every(({ shown }) => shown.every(({ data }) => Object.hasOwn(data, name) && isNotSent(name, data))) &&
      without?.every(({ shown }) => shown.every(({ data }) => !Object.hasOwn(data, name))),
  );
}

interface Sight {
  readonly trace: KnownTrace;
  /** Whether it has an own link; undefined where its links were not shown. */
  readonly own: boolean | undefined;
  readonly shown: readonly { readonly face: Face; readonly data: JsonObject }[];
}

function sightOf(
  trace: KnownTrace,
  answers: readonly (Exchange | undefined)[],
  { state, hasOwn }: OwnMembersQuestion,
): Sight {
  const own = answers.filter(
    (one): one is Exchange => one !== undefined && "traceId" in one.intent && one.intent.traceId === trace.traceId,
  );
  const page = own.flatMap((one) => pageIn(one) ?? [])[0];
  const shown = own.flatMap((one) => {
    const data: Json | undefined = dataOfState(payloadMember(one, "state") ?? null, state);
    return one.intent.kind === "state" && isJsonObject(data) ? [{ face: one.face, data }] : [];
  });
  const isShown = page !== undefined && shown.length === faces.length;
  return { trace, own: isShown ? hasOwn(page) : undefined, shown };
}
