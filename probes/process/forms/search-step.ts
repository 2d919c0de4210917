/** One step of the search for a form: what is right by now, and how it was answered. */
import { actionData } from "../../fixture/fixture-data.ts";
import type { Brought } from "../../../generators/index.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Candidate, Candidates } from "./told/candidate.ts";
import type { RightSoFar } from "./right-so-far.ts";
import type { ShownReferences } from "./shown-references.ts";
import { outerIn } from "./told/places.ts";
import {
  inCamelCase,
  isAbout,
  isActionIn,
  isCode,
  namesMember,
  namesOwn,
  saysUnknown,
  type Word,
  wordsIn,
} from "./told/refusal-words.ts";

export interface Answer {
  readonly taken: boolean;
  readonly refusal: string;
  /** Of which kind the refusal is. */
  readonly kind: string;
}

/** What is right by now, and how it was answered. */
export interface Step extends Answer {
  readonly found: Candidates;
}

/** Values that are tried for a member, so many at most, and which answer says that one is right. */
export interface Trials {
  readonly open: readonly Candidate[];
  readonly most: number;
  readonly isRight: (answer: Answer) => boolean;
}

/** What is known of a place where a form is sought. */
export interface Search {
  /** What an action may have to name; absent: nothing is known of the trace. */
  readonly references?: ShownReferences | undefined;
  /** The face through which data are tried; absent: v2. */
  readonly face?: Face;
  readonly isClosed?: boolean;
  readonly trace?: string;
  readonly brought?: Brought | undefined;
  /** What an earlier search found right. */
  readonly begun?: RightSoFar | undefined;
}

/**
 * True where what is refused now, if anything, is another member.
 * @param names of the member, as it is sent, and as refusals name it @param others that were sent with it
 * @param mayBeSender false where the target refuses data in the way in which others refuse who sends them
 */
export function isRight(
  { taken, refusal, kind }: Answer,
  told: string,
  names: readonly string[],
  others: readonly string[] = [],
  mayBeSender = true,
): boolean {
  // What somebody else may do is refused for who sends it, and its data are right, though it may name what they are about.
  if (taken || (mayBeSender && isOfSender(kind) && refusal !== told)) return true;
  const isNamed = names.some((name) => isAbout(refusal, name));
  const isUnknown = unknownMember.test(refusal) && !unknownMember.test(told) && !namesOwn(refusal);
  return refusal !== told && !isNamed && !isUnknown && !isUnplaced(refusal, told, others) && !isOfSize.test(kind);
}

/** A refusal of a member that no form knows, which need not say of which. */
const unknownMember =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|additional|extra) (?:field|member|propert(?:y|ies)|attribute|key|inputs?)\b/i;

/** True for what could not be read or is too long, without a word of where it stands: then it is what was sent last. */
function isUnplaced(refusal: string, told: string, others: readonly string[]): boolean {
  const lines = refusal.split("\n").filter((line) => !line.startsWith("data."));
  const unplaced = lines.filter((line) => !others.some((name) => namesMember(line, name)));
  return ofValues.some((words) => !words.test(told) && unplaced.some((line) => words.test(line)));
}

/** What says that a value could not be read, or is too long. */
const ofValues: readonly RegExp[] = [
  /\b(?:cannot|can't|could not|failed to|unable to) (?:deserialize|convert|parse|decode|unmarshal|coerce|read)\b/i,
  /\binvalid input syntax\b|\bnot an? (?:valid )?integer\b/i,
  /\b(?:too|text|string|value)s? (?:is )?(?:too )?(?:long|large|big)\b|\b(?:max(?:imum|\.)?|at most|exceeds?)\b.{0,40}\bcharacters?\b/i,
];
/** True for the kind of an answer to who may not do it. */
export const isOfSender = (kind: string): boolean => /^\[403\b/.test(kind);
/** The kinds of answers of a service that fails, or takes no more bytes. */
const isOfSize = /^\[(?:5\d\d|413)\b/;

/** So many names the data that go with all take by turns. */
const namesByTurns = 4;

/** True where the data that go with all that is tried are what no form knows. */
export function refusesOwn(runId: string, refusal: string, found: Candidates): boolean {
  const numbers = Array.from({ length: namesByTurns }, (_, number) => number);
  const own = numbers.flatMap((number) => Object.keys(actionData(runId, "form", number)));
  const others = own.filter((name) => !Object.hasOwn(found, name));
  return saysUnknown(refusal) && others.some((name) => namesMember(refusal, name));
}

/** The words of a refusal that may name members which were not found yet. @param key of the action, which is no member */
export const wordsLeft = ({ refusal, kind }: Answer, found: Candidates, key: string): readonly Word[] =>
  inCamelCase(wordsIn(refusal, outerIn(found))).filter(
    ({ name }) => !Object.hasOwn(found, name) && !isCode(kind, name) && !isActionIn(refusal, name, key),
  );
