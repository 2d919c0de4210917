/** Values to try for a member of which only the name is known. */
import { roomyText, type Candidate } from "./candidate.ts";
import { kinds, listedIn, plainText } from "./offered-values.ts";

/** Lengths of texts with a mark of the run; a database column of 255 characters cuts the first. */
const roomyLengths = [300, 80, 32, 20];
/** The minimum length where no shorter text is known to be accepted. */
const leastOfRoomy = 20;
/** The minimum length where one is. */
const leastOfKnown = 4;

interface Member {
  readonly name: string;
  /** True where the refusal says that it is a member. */
  readonly likely: boolean;
  /** The value found right before it was known that no other members may be sent. */
  readonly known: Candidate | undefined;
  /** A text that is unique within the run; present where no other member could hold the mark. */
  readonly mark: string | undefined;
}

/** Values of each type, the likeliest first. @param told the refusal that names the member */
export function usualFor(told: string, { name, likely, known, mark }: Member): readonly Candidate[] {
  // For a word that may be no member, one value is enough to see.
  const usual = likely ? [...kinds, ...listedIn(told, name)] : kinds.slice(0, 1);
  const again = known ? [known] : [];
  const isText = known === undefined || known.schema === plainText.schema;
  const least = known ? leastOfKnown : leastOfRoomy;
  const lengths = likely ? roomyLengths : roomyLengths.slice(2, 3);
  const roomy = mark !== undefined && isText ? lengths.map((length) => roomyText(mark, length, least)) : [];
  return [...roomy, ...again, ...usual.filter(({ schema }) => schema !== known?.schema)];
}
