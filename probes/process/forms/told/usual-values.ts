/** What is tried for a member of which nothing is known but its name. */
import { roomyText, type Candidate } from "./candidate.ts";
import { kinds, listedIn, plainText } from "./offered-values.ts";

/** Lengths of texts that tell who sent them: the first is cut by columns of 255 characters. */
const roomyLengths = [300, 80, 32, 20];
/** The least length of one where no shorter one is known to be taken. */
const leastOfRoomy = 20;
/** The same where one is. */
const leastOfKnown = 4;

interface Member {
  readonly name: string;
  /** True where the refusal says that it is one. */
  readonly likely: boolean;
  /** What was right before it was known that no others may stand beside it. */
  readonly known: Candidate | undefined;
  /** A text of which the run has no other, where data of a closed form have nothing else that tells who sent them. */
  readonly mark: string | undefined;
}

/** Values of each kind, the likeliest first. @param told the refusal that names it */
export function usualFor(told: string, { name, likely, known, mark }: Member): readonly Candidate[] {
  // Of a word that only stands in the refusal one value shows whether it names a member.
  const usual = likely ? [...kinds, ...listedIn(told, name)] : kinds.slice(0, 1);
  const again = known ? [known] : [];
  const isText = known === undefined || known.schema === plainText.schema;
  const least = known ? leastOfKnown : leastOfRoomy;
  const lengths = likely ? roomyLengths : roomyLengths.slice(2, 3);
  const roomy = mark !== undefined && isText ? lengths.map((length) => roomyText(mark, length, least)) : [];
  return [...roomy, ...again, ...usual.filter(({ schema }) => schema !== known?.schema)];
}
