/** Two traces that were built by the same steps look alike: one through each face, or one with refusals in between. */
import type { Case } from "./model/case.ts";
import { numbersByFace } from "./model/rereads/numbers-by-face.ts";
import { betweenTwins } from "./model/rereads/between-twins.ts";
import { nextByFace } from "./model/rereads/next-by-face.ts";
import { groups, isDrawn, twins } from "./model/rereads/twins.ts";
import { valuesByFace } from "./model/rereads/values-by-face.ts";
import { growthOf, type Growth } from "./model/states/growth.ts";
import type { ModelTrace } from "./model/world.ts";
import { rule, type Observed, type Rule } from "./rule.ts";
import { nameOf } from "./support/exchanges.ts";

export const twinRules: readonly Rule[] = [
  rule("EQUIV-06", function* (subject) {
    yield* alike(subject, (twin, trace) => twin.created.exchange.face !== trace.created.exchange.face);
    for (const growth of subject.view(growths))
      yield counted(
        growth,
        growth.byLegacyCreation !== 0,
        "a creation through legacy counts otherwise than through v2",
      );
  }),
  rule("EQUIV-07", function* (subject) {
    yield* alike(subject, (twin, trace) => facesOf(twin) !== facesOf(trace));
    for (const growth of subject.view(growths)) {
      const { v2, legacy } = growth.perAction;
      yield counted(growth, v2 !== legacy, `an action through v2 adds ${v2}, one through legacy ${legacy}`);
    }
    for (const group of subject.view(groups)) {
      const shown = isDrawn(group[0], subject) ? undefined : numbersByFace(group, subject);
      if (shown) yield [shown.exchange, shown.finding];
    }
    for (const { exchange, finding } of subject.view(valuesByFace)) yield [exchange, finding];
    for (const { exchange, finding } of subject.view(nextByFace)) yield [exchange, finding];
  }),
  // What shows only once something else was done no read right behind a refusal tells.
  rule("REFUSE-01", function* (subject) {
    for (const { read, finding } of subject.view(betweenTwins)) yield [read, finding];
  }),
];

/**
 * Twins that differ in the faces that built them have states and links of the same outline: the same members with
 * values of the same types.
 */
function* alike(subject: Case, differ: (twin: ModelTrace, trace: ModelTrace) => boolean): Iterable<Observed> {
  for (const { twin, trace, seen } of subject.view(twins)) if (differ(twin, trace)) yield* seen;
}

/** What grows by each action, in each group of traces that were built by the same steps. */
const growths = (subject: Case): readonly Growth[] => subject.view(groups).flatMap((group) => growthOf(group, subject));

function counted({ path, perAction, shownBy, ...growth }: Growth, isWrong: boolean, message: string): Observed {
  const place = path.join(".");
  const finding = {
    message: `${nameOf(shownBy)} counts at ${place}: ${message}`,
    expected: "the same",
    actual: perAction,
  };
  return [shownBy, isWrong && { ...finding, with: growth.with }];
}

/** The faces of the actions after the creation. */
function facesOf(trace: ModelTrace): string {
  return trace.actions
    .slice(1)
    .map(({ exchange }) => exchange.face)
    .join(" ");
}
