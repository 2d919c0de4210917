/** What refusals of a workflow say, but for what each of them names. */
import type { Exchange } from "../vocabulary/history.ts";
import type { WorkflowDescription } from "../vocabulary/target.ts";
import { answerWords } from "./answer-words.ts";

/** The status and the body of a refusal without what they name: keys, groups, ids and numbers. */
export function refusalText(
  { response }: Pick<Exchange, "response">,
  { actions }: Pick<WorkflowDescription, "actions">,
): string {
  const told = `${String(response?.status)} ${JSON.stringify(answerWords(response))}`;
  const names = actions.flatMap(({ key, groupLabel }) => [key, groupLabel]);
  // Ids, such as the number by which a refusal can be asked about, and numbers.
  const words = told.replaceAll(/\b(?=\w*\d)[\w-]{6,}\b/g, "#").replaceAll(/\d+/g, "#");
  return names.reduce((text, name) => text.replaceAll(name, "*"), words);
}
