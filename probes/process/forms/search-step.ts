/** One step of the search for a form: the members found right so far, and the answer to them. */
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
  /** The kind of the refusal. */
  readonly kind: string;
}

/** The members found right so far, and the answer to them. */
export interface Step extends Answer {
  readonly found: Candidates;
}

/** Values to try for a member, at most how many, and which answer means that one is right. */
export interface Trials {
  readonly open: readonly Candidate[];
  readonly most: number;
  readonly isRight: (answer: Answer) => boolean;
}

/** What is known where a form is searched for. */
export interface Search {
  /** Values of the state that an action may have to name; absent: the state is unknown. */
  readonly references?: ShownReferences | undefined;
  /** Absent: v2. */
  readonly face?: Face;
  readonly isClosed?: boolean;
  readonly trace?: string;
  readonly brought?: Brought | undefined;
  /** What an earlier search found right. */
  readonly begun?: RightSoFar | undefined;
}

/**
 * True where the member is right: the data are accepted, or another member is refused now.
 * @param names the member as it is sent, and as refusals spell it
 * @param others members sent with it
 * @param mayBeSender false where this target refuses data with the status by which others refuse the sender
 */
export function isRight(
  { taken, refusal, kind }: Answer,
  told: string,
  names: readonly string[],
  others: readonly string[] = [],
  mayBeSender = true,
): boolean {
  // An action that only another user may do is refused for its sender, so its data are right.
  if (taken || (mayBeSender && isOfSender(kind) && refusal !== told)) return true;
  const isNamed = names.some((name) => isAbout(refusal, name));
  const isUnknown = unknownMember.test(refusal) && !unknownMember.test(told) && !namesOwn(refusal);
  return refusal !== told && !isNamed && !isUnknown && !isUnplaced(refusal, told, others) && !isOfSize.test(kind);
}

/** A refusal of an unknown member, which may not say which. */
const unknownMember =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|additional|extra) (?:field|member|propert(?:y|ies)|attribute|key|inputs?)\b/i;

/** True for a refusal of an unreadable or too long value that names no member: it means the value sent last. */
function isUnplaced(refusal: string, told: string, others: readonly string[]): boolean {
  const lines = refusal.split("\n").filter((line) => !line.startsWith("data."));
  const unplaced = lines.filter((line) => !others.some((name) => namesMember(line, name)));
  return ofValues.some((words) => !words.test(told) && unplaced.some((line) => words.test(line)));
}

/** Words that say that a value could not be read, or is too long. */
const ofValues: readonly RegExp[] = [
  /\b(?:cannot|can't|could not|failed to|unable to) (?:deserialize|convert|parse|decode|unmarshal|coerce|read)\b/i,
  /\binvalid input syntax\b|\bnot an? (?:valid )?integer\b/i,
  /\b(?:too|text|string|value)s? (?:is )?(?:too )?(?:long|large|big)\b|\b(?:max(?:imum|\.)?|at most|exceeds?)\b.{0,40}\bcharacters?\b/i,
];
/** True for a kind with the status 403. */
export const isOfSender = (kind: string): boolean => /^\[403\b/.test(kind);
/** Kinds with the status of a failing service, or of too large a request. */
const isOfSize = /^\[(?:5\d\d|413)\b/;

/** The data that go with all trials alternate between so many names. */
const namesByTurns = 4;

/** True where the members that the run adds to all data are refused as unknown. */
export function refusesOwn(runId: string, refusal: string, found: Candidates): boolean {
  const numbers = Array.from({ length: namesByTurns }, (_, number) => number);
  const own = numbers.flatMap((number) => Object.keys(actionData(runId, "form", number)));
  const others = own.filter((name) => !Object.hasOwn(found, name));
  return saysUnknown(refusal) && others.some((name) => namesMember(refusal, name));
}

/** The words of a refusal that may name members not found yet. @param key of the action, which is no member */
export const wordsLeft = ({ refusal, kind }: Answer, found: Candidates, key: string): readonly Word[] =>
  inCamelCase(wordsIn(refusal, outerIn(found))).filter(
    ({ name }) => !Object.hasOwn(found, name) && !isCode(kind, name) && !isActionIn(refusal, name, key),
  );
