/** Open point `legacy-details-input`: how page arguments are written into the member `input` of legacy details. */
import { brief } from "../../spec/readings/equal.ts";
import { refused, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { DetailsStep } from "../../spec/vocabulary/script.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { speaksOfInput } from "../lib/speaks-of-input.ts";
import { best } from "../lib/tally.ts";
import { countText, statusText } from "../lib/wording.ts";
import { onePoint, unknown, type ProbeContext, type Question } from "../probe.ts";
import { pageIn, type SeenPage } from "../seen/pages.ts";

type Value = OpenPointValues["legacy-details-input"];
type Form = Value["form"];

/** The size asked for: neither the whole of a long trace nor a usual default page. */
const usualSize = 2;

export const legacyDetailsInput = onePoint(
  "legacy-details-input",
  { needs: ["details-error-member"] },
  async (context) => {
    const { fixture } = context;
    const { long, other } = fixture;
    const tried: Plain[] = [];
    for (const trace of [long, other]) {
      if (!trace) continue;
      const discovery = new InputDiscovery(context, trace);
      // If every form is refused, the trace may be the reason, so the likeliest form is tried on a second one.
      const found = await discovery.find(trace === long);
      if (found) return found;
      tried.push(...discovery.plain);
    }
    const [natural] = tried;
    if (natural && !tried.some(({ answer }) => speaksOfInput(answer))) {
      const evidence = `Legacy details refused everything in a way that says nothing of the input (${statusText(natural.answer)}); the most natural form is assumed.`;
      // An assumption was not observed, so a pin that differs from it is no drift.
      const value = context.pin("legacy-details-input") ?? { form: "arguments", neutral: {} };
      return { value, evidence };
    }
    const told = tried.map(({ neutral, answer }) => `${brief(neutral, 40)} (${statusText(answer)})`);
    const evidence =
      told.length > 0 ? `Legacy details took no input: ${told.join(", ")}.` : "There is no trace to ask for.";
    return unknown(evidence);
  },
);

interface Attempt {
  readonly value: Value;
  readonly answer: Exchange | undefined;
}
interface Plain {
  readonly neutral: Json;
  readonly answer: Exchange | undefined;
}
interface Conclusion {
  readonly size: number;
  readonly attempt: Attempt | undefined;
  readonly neutral: Json;
  readonly standard: SeenPage | undefined;
}

type Found = { readonly value: Value; readonly evidence: string };

class InputDiscovery {
  readonly plain: Plain[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #context: ProbeContext;
  readonly #trace: string;
  #size: number;
  readonly #forms: readonly Value[];

  constructor(context: ProbeContext, trace: KnownTrace) {
    this.#context = context;
    this.#trace = trace.traceId;
    this.#size = trace.actions.length === 2 ? 1 : usualSize;
    const error = context.reading("details-error-member")?.value ?? null;
    const pinned = context.pin("legacy-details-input");
    this.#forms = [
      ...(pinned && pinned.form !== "ignored" ? [pinned] : []),
      { form: "arguments", neutral: {} },
      { form: "data", neutral: { data: {} } },
      { form: "envelope", neutral: { error, data: {} } },
      { form: "page", neutral: { page: {} } },
      { form: "pagination", neutral: { pagination: {} } },
      { form: "text", neutral: "{}" },
    ];
  }

  /** @param thorough false: only the likeliest form is tried */
  async find(thorough: boolean): Promise<Found | undefined> {
    const neutrals: readonly Json[] = [...this.#forms.map(({ neutral }) => neutral), null, "", [], 10, true];
    // The first form is nearly always the right one; the others are tried where it shows no effect.
    await this.#look(this.#forms.slice(0, 1), neutrals.slice(0, 1));
    if (!this.#isExact()) await this.#lookAtOne();
    if (thorough && !this.#isExact()) await this.#look(this.#forms.slice(1), []);
    const likely = this.#conclude()?.attempt?.value.neutral;
    if (!this.#isExact() && likely !== undefined && likely !== neutrals[0]) await this.#look([], [likely]);
    if (thorough && !this.#isExact())
      await this.#look(
        [],
        neutrals.slice(1).filter((neutral) => neutral !== likely),
      );
    const conclusion = this.#conclude();
    return conclusion ? said(conclusion) : unreadable(this.#attempts);
  }

  /** A size may be refused because it is beyond the most links of a page, which may be one. */
  async #lookAtOne(): Promise<void> {
    const [sized, plain] = [this.#attempts[0]?.answer, this.plain[0]?.answer];
    if (this.#size === 1 || !sized || !refused(sized) || !pageIn(plain)) return;
    const usual = this.#size;
    this.#size = 1;
    await this.#look(this.#forms.slice(0, 1), []);
    if (!pageIn(this.#attempts.at(-1)?.answer)) this.#size = usual;
  }

  #isExact(): boolean {
    const conclusion = this.#conclude();
    return conclusion?.standard !== undefined && pointsOf(conclusion.attempt, conclusion) === exactly;
  }

  #conclude(): Conclusion | undefined {
    return conclude(this.#size, this.#attempts, this.plain);
  }

  async #look(forms: readonly Value[], neutrals: readonly Json[]): Promise<void> {
    const candidateFor = "legacy-details-input";
    const step: DetailsStep = { op: "details", face: "legacy", trace: this.#trace, candidateFor };
    const withSize = forms.map((value): Question => ({
      step: { ...step, page: { first: this.#size } },
      candidate: { "legacy-details-input": value },
    }));
    const without = neutrals.map((neutral): Question => ({
      step,
      candidate: { "legacy-details-input": { form: "arguments", neutral } },
    }));
    const answers = await this.#context.ask("a form of the member input", [...withSize, ...without]);
    this.#attempts.push(...forms.map((value, index) => ({ value, answer: answers[index] })));
    this.plain.push(...neutrals.map((neutral, index) => ({ neutral, answer: answers[forms.length + index] })));
  }
}

const exactly = 3;

/** 3: the page has the size asked for; 2: it is another than without a size; 1: accepted without effect; 0: refused. */
function pointsOf(attempt: Attempt | undefined, { size, standard }: Pick<Conclusion, "size" | "standard">): number {
  const page = pageIn(attempt?.answer);
  if (!page) return 0;
  const usual = standard?.links.length;
  if (usual === page.links.length) return 1;
  return page.links.length === size ? exactly : 2;
}

function conclude(size: number, attempts: readonly Attempt[], plain: readonly Plain[]): Conclusion | undefined {
  const accepted = plain.filter(({ answer }) => pageIn(answer));
  const standard = pageIn(accepted[0]?.answer);
  const attempt = best(attempts, (one) => pointsOf(one, { size, standard }));
  if (pointsOf(attempt, { size, standard }) === 0 && accepted.length === 0) return undefined;
  const natural = accepted.find(({ neutral }) => neutral === attempt?.value.neutral) ?? accepted[0];
  // A form that is taken with a size may still be refused without one; then its own empty form is the best guess.
  return { size, attempt, neutral: natural ? natural.neutral : (attempt?.value.neutral ?? {}), standard };
}

function said({ size, attempt, neutral, standard }: Conclusion): Found {
  const points = pointsOf(attempt, { size, standard });
  const usual = standard ? countText(standard.links.length, "link") : "nothing";
  if (attempt && points < 2 && (standard?.links.length ?? 0) <= size) {
    return {
      value: { form: attempt.value.form, neutral },
      evidence: `Legacy details took the form \`${attempt.value.form}\`; a trace of ${usual} is too short to see an effect.`,
    };
  }
  if (!attempt || points < 2) {
    return {
      value: { form: "ignored" satisfies Form, neutral },
      evidence: `Legacy details answered ${usual} for \`input: ${brief(neutral)}\`, and no form of a size of ${String(size)} changed that.`,
    };
  }
  const got = countText(pageIn(attempt.answer)?.links.length ?? 0, "link");
  return {
    value: { form: attempt.value.form, neutral },
    evidence: `Legacy details with a size of ${String(size)} in the form \`${attempt.value.form}\` answered ${got}; with \`input: ${brief(neutral)}\` ${usual}.`,
  };
}

/** Where no answer can be read as a page: the most natural form that was answered with a success at all. */
function unreadable(attempts: readonly Attempt[]): Found | undefined {
  const taken = attempts.find(({ answer }) => answer !== undefined && succeeded(answer));
  if (!taken) return undefined;
  const evidence = `Legacy details took the form \`${taken.value.form}\`, though no answer could be read as a page of links.`;
  return { value: taken.value, evidence };
}
