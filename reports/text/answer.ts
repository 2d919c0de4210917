/** What the target itself said where it refused: status and words, which decide what a reader does next. */
import { isAtTimes } from "../results/attempt-tally.ts";
import type { Attempts, Failure } from "../results/model.ts";
import { shorten } from "./escape.ts";

/** Longer words of a target are no longer read at a glance. */
const maxWordsLength = 240;
/** Members under which answers of services carry their words, the most telling first. */
const wordMembers = ["message", "detail", "error_description", "title", "reason", "error", "code"] as const;

/**
 * The message of a failure, with the status and the words of the decisive answer where the message lacks them, and how
 * often it was seen where that is not each time.
 */
export function failureSentence(failure: Pick<Failure, "message" | "exchanges" | "attempts">): string {
  const sentence = sentenceOf(failure);
  return isAtTimes(failure.attempts) ? `${sentence.replace(/\.$/, "")}: ${attemptsText(failure.attempts)}` : sentence;
}

/** Which exchange of the script shows it, by the number that it has in every report and in the script of the shell. */
export const decisiveText = ({ exchanges: [decisive] }: Pick<Failure, "exchanges">): string =>
  decisive ? `exchange ${decisive.index} of the script` : "no exchange of the script";

export const attemptsText = ({ seen, of }: Attempts): string => `seen in ${seen} of ${of} attempts`;

function sentenceOf(failure: Pick<Failure, "message" | "exchanges">): string {
  const { message } = failure;
  const [decisive] = failure.exchanges;
  if (!decisive) return message;
  const { status } = decisive;
  const words = status === undefined || status >= 400 ? wordsOf(decisive.responseBody) : undefined;
  const missing = [
    ...(status !== undefined && status >= 400 && !message.includes(String(status)) ? [`status ${String(status)}`] : []),
    ...(words !== undefined && !message.includes(words) ? [JSON.stringify(words)] : []),
    ...(decisive.failure !== undefined && !message.includes(decisive.failure.split(":")[0] ?? "")
      ? [decisive.failure]
      : []),
  ];
  return missing.length === 0 ? message : `${message.replace(/\.$/, "")} (the answer: ${missing.join(", ")})`;
}

/** The words of an answer; undefined where it has none. */
function wordsOf(body: string | undefined): string | undefined {
  if (body === undefined || body.trim() === "") return undefined;
  const words = body.trimStart().startsWith("<") ? textOfPage(body) : (wordsOfJson(body) ?? body);
  const line = words.replace(/\s+/g, " ").trim();
  return line === "" ? undefined : shorten(line, maxWordsLength);
}

function wordsOfJson(body: string): string | undefined {
  try {
    return wordsIn(JSON.parse(body), 0);
  } catch {
    return undefined;
  }
}

function wordsIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > 3) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of wordMembers) {
    const words = Object.hasOwn(members, name) ? wordsIn(members[name], depth + 1) : undefined;
    if (words !== undefined) return words;
  }
  return undefined;
}

/** A page in words: its title, or what is left without its marks. */
function textOfPage(body: string): string {
  const start = body.slice(0, 4_000);
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(start)?.[1];
  return title ?? start.replace(/<[^>]{0,500}>/g, " ");
}
