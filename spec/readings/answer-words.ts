/** What an answer says, whether it is JSON or a plain text. */
import type { Json } from "../json.ts";
import type { ReceivedResponse } from "../vocabulary/history.ts";

/** However long a page is that a proxy answers. */
const mostBytes = 4_000;

/** The document; the text of an answer that is no JSON, and null where it is empty, or was not kept. */
export function answerWords(response: Pick<ReceivedResponse, "json" | "body"> | undefined): Json {
  if (response?.json) return response.json.value;
  const text = Buffer.from(response?.body?.subarray(0, mostBytes) ?? []).toString("utf8");
  return text.trim() === "" ? null : text.trim();
}
