/** Looks for the name and the style of the query parameter with the list of digests. */
import type { Face } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { listStyles, type ListParameter, type ListStyle } from "../../spec/vocabulary/profile.ts";
import type { FilesStep } from "../../spec/vocabulary/script.ts";
import { mineNames } from "../lib/mine-names.ts";
import { best, pieces } from "../lib/tally.ts";
import { statusText } from "../lib/wording.ts";
import type { ProbeContext } from "../probe.ts";
import { listNames } from "./list-names.ts";
import { traceDigests } from "./trace-digests.ts";
import { exactly, zipScore } from "./zip-score.ts";

/** A name that no target knows, to see what is answered where no list is understood. */
const nonsense: ListParameter = { name: "tcNoSuchParameter", style: "repeat" };

/** With one digest these styles look alike: `repeat` stands for itself, comma, pipe, semicolon and space. */
const families: readonly ListStyle[] = ["repeat", "brackets", "json", "indexed"];
const alike: readonly ListStyle[] = ["repeat", "comma", "pipe", "semicolon", "space"];

/** From this score on a parameter is understood; and the score of one that brings a single file, but no list. */
const someEffect = 30;
const aloneOnly = 20;

/** So many requests per face are sent at most to find the name. */
const maxTries = 96;
const atOnce = 16;

/** A parameter with which the files endpoint was seen to answer, and how well; see `zipScore`. */
export interface FoundList {
  readonly parameter: ListParameter;
  readonly score: number;
}

/** The styles that cannot be told from this one while a single file is asked for. */
function stylesLike(parameter: ListParameter | undefined): readonly ListParameter[] {
  if (!parameter) return [];
  return (parameter.style === "repeat" ? alike : [parameter.style]).map((style) => ({ name: parameter.name, style }));
}

/** Those that are there. */
export function known(...found: readonly (FoundList | undefined)[]): readonly FoundList[] {
  return found.filter((one) => one !== undefined);
}

/** One discovery, on two files of one trace. */
export class ListDiscovery {
  readonly #context: ProbeContext;
  readonly #traceId: string;
  readonly #digests: readonly string[];
  readonly #wanted: readonly string[];
  /** Words of refusals that were tried as names. */
  words: readonly string[] = [];

  private constructor(context: ProbeContext, traceId: string, digests: readonly string[], wanted: readonly string[]) {
    this.#context = context;
    this.#traceId = traceId;
    this.#digests = digests;
    this.#wanted = wanted;
  }

  /** Chooses two files of a trace that has more of them, and learns their contents where nobody knows them. */
  static async open(context: ProbeContext): Promise<ListDiscovery | undefined> {
    for (const trace of context.fixture.traces) {
      const all = traceDigests(context, trace);
      const shown = all.filter(({ isShown }) => isShown);
      const known = shown.length < 2 ? all : shown;
      if (known.length < 2) continue;
      // The first and the last: two files of different actions, where there are several.
      const chosen = [known[0], known.at(-1)].filter((one) => one !== undefined);
      const digests = chosen.map(({ digest }) => digest);
      const contents = await Promise.all(
        chosen.map(async ({ digest, file }) => {
          if (file) return file.sha256;
          const step = {
            op: "file",
            face: "v2",
            trace: trace.traceId,
            digest,
            candidateFor: "digest-location",
          } as const;
          const [answer] = await context.ask("the content of a file", [{ step }]);
          return answer?.response?.status === 200 ? answer.response.sha256 : undefined;
        }),
      );
      return new ListDiscovery(
        context,
        trace.traceId,
        digests,
        contents.map((sha256) => sha256 ?? "unknown"),
      );
    }
    return undefined;
  }

  async find(face: Face, hints: readonly ListParameter[]): Promise<FoundList | undefined> {
    const early = hints.length > 0 ? await this.#both(face, undefined, hints.slice(0, 1)) : undefined;
    if (early?.score === exactly) return early;
    const [baseline, single] = await Promise.all([
      this.#ask(face, nonsense, this.#digests),
      this.#ask(face, nonsense, this.#digests.slice(0, 1)),
    ]);
    const mined = mineNames(textOf(baseline));
    this.words = [...new Set([...this.words, ...mined])];
    // Some targets call the list what they call the place where its digests stand.
    const place = this.#context.reading("digest-location")?.path.filter((step) => /^\w+$/.test(step)) ?? [];
    const usual = [...listNames.slice(0, 8), ...place, ...listNames.slice(8)];
    const names = [...new Set([...hints.map(({ name }) => name), ...mined, ...usual])];

    const plain = names.slice(0, 8).map((name): ListParameter => ({ name, style: "repeat" }));
    // The first names are right so often that they are worth a request of their own.
    const first = await this.#both(face, baseline, [...hints, ...plain.slice(0, 2)]);
    if (first?.score === exactly) return first;
    const others = await this.#both(face, baseline, plain.slice(2));
    const found = best(known(first, others), ({ score }) => score);
    if (found?.score === exactly) return found;
    // A name that has an effect, if not the right one, is the name: then only its styles are left to try.
    const effective = found && found.score >= someEffect ? found.parameter.name : undefined;
    const understood = effective === undefined ? await this.#name(face, single, names) : undefined;
    const styles =
      effective === undefined ? stylesLike(understood) : listStyles.map((style) => ({ name: effective, style }));
    const styled = styles.length > 0 ? await this.#both(face, baseline, styles) : undefined;
    const guess = understood ? { parameter: understood, score: aloneOnly } : undefined;
    return best(known(found, styled, guess), ({ score }) => score);
  }

  /** The name and family under which one file is served alone. */
  async #name(
    face: Face,
    baseline: Exchange | undefined,
    names: readonly string[],
  ): Promise<ListParameter | undefined> {
    const tries = names.flatMap((name) => families.map((style): ListParameter => ({ name, style })));
    const wanted = this.#wanted.slice(0, 1);
    let leading: FoundList | undefined;
    for (const batch of pieces(tries.slice(0, maxTries), atOnce)) {
      const answers = await Promise.all(
        batch.map((parameter) => this.#ask(face, parameter, this.#digests.slice(0, 1))),
      );
      const scored = batch.map((parameter, index): FoundList => ({
        parameter,
        score: zipScore(answers[index], wanted, baseline),
      }));
      leading = best([...(leading ? [leading] : []), ...scored], ({ score }) => score);
      if (leading?.score === exactly) break;
    }
    return leading && leading.score > 0 ? leading.parameter : undefined;
  }

  /** The best of these parameters for a list of two. */
  async #both(
    face: Face,
    baseline: Exchange | undefined,
    parameters: readonly ListParameter[],
  ): Promise<FoundList | undefined> {
    const answers = await Promise.all(parameters.map((parameter) => this.#ask(face, parameter, this.#digests)));
    const scored = parameters.map((parameter, index): FoundList => {
      return { parameter, score: zipScore(answers[index], this.#wanted, baseline) };
    });
    const winner = best(scored, ({ score }) => score);
    return winner && winner.score > 0 ? winner : undefined;
  }

  async #ask(face: Face, parameter: ListParameter, digests: readonly string[]): Promise<Exchange | undefined> {
    const step: FilesStep = { op: "files", face, trace: this.#traceId, digests, candidateFor: "digest-list-query" };
    const candidate = { "digest-list-query": { ...parameter, legacy: parameter } };
    const [answer] = await this.#context.ask("a name and style of the list of digests", [{ step, candidate }]);
    return answer;
  }
}

/** What a refusal says. */
function textOf(exchange: Exchange | undefined): string {
  const response = exchange?.response;
  if (!response || response.status < 400) return "";
  const text = response.json ? JSON.stringify(response.json.value) : Buffer.from(response.body ?? []).toString("utf8");
  return `${text.slice(0, 2_000)} ${statusText(exchange)}`.replaceAll(nonsense.name, "");
}
