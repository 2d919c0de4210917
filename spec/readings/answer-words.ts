/** What an answer says, whether it is JSON or a plain text. */
import type { Json } from "../json.ts";
import type { ReceivedResponse } from "../vocabulary/history.ts";

/** However long a page is that a proxy answers; of longer answers than the second nothing is kept that is no JSON. */
const [mostBytes, mostKept] = [4_000, 65_536];

/** The document; the text of an answer that is no JSON, and null where it is empty, or was not kept. */
export function answerWords(response: Partial<ReceivedResponse> | undefined): Json {
  if (response?.json) return response.json.value;
  // A saved history has neither, and is judged alike.
  if (response?.withheld || (response?.body?.length ?? 0) > mostKept) return null;
  const text = Buffer.from(response?.body?.subarray(0, mostBytes) ?? []).toString("utf8");
  return text.trim() === "" ? null : text.trim();
}
