/**
 * The words that stand in what the suite itself writes: the interface's sentences, ids of requirements, open points and
 * scripts, verdicts. A password that is one of them is found in every report, whoever wrote it there: hidden, it would make
 * nonsense of them, and nobody can tell whether a target repeats it.
 */
import { openPoints } from "./open-points.ts";
import { operations } from "./operations.ts";
import { requirements } from "./requirements/index.ts";

/** What stands in the ids of scripts and the names of files, and in no sentence of the interface. */
const ofScripts =
  "alg appends concurrency creates dense equivalence exclusive failed failures garbage growing heavy histories interleaved " +
  "isolation length lists malformed misses mixed near none nulls odd overwrite passed pieces properties random readers refusals " +
  "removed routes scenarios scripts selections signature smaller smoke tokens truncated twins uploads very walks";

const texts: readonly (string | undefined)[] = [
  ...requirements.flatMap(({ statement, section, quote, area }) => [statement, section, quote, area]),
  ...openPoints.flatMap(({ id, question }) => [id, question]),
  ...operations.map(({ id, path }) => `${id.replace(/(?=[A-Z])/g, " ")} ${path}`),
  ofScripts,
];

const ownWords: ReadonlySet<string> = new Set(texts.flatMap((text = "") => text.toLowerCase().match(/[a-z]+/g) ?? []));

/** True for a single word, in any case, that the suite's own texts hold. */
export const isOwnWord = (text: string): boolean => ownWords.has(text.toLowerCase());
