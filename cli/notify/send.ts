/** Tells receivers of runs. Whether anybody hears it changes neither verdict nor exit code. */
import { filledTemplate, notificationOf, type EndedRun } from "../../reports/notification/index.ts";
import { remark, type Terminal } from "../terminal.ts";
import type { Receivers } from "./options.ts";

const timeoutMs = 5_000;
const pauseMs = 250;
const attempts = 2;

/** Sends what there is to tell, at most twice to each receiver and within seconds; a receiver that is gone is a warning. */
export async function notify(
  receivers: Receivers | undefined,
  runs: readonly EndedRun[],
  terminal: Terminal,
  limits: { readonly timeoutMs: number } = { timeoutMs },
): Promise<void> {
  const notification = receivers && notificationOf(runs, receivers.reportUrl);
  if (!notification) return;
  const { template, urls } = receivers;
  const body = JSON.stringify(template === undefined ? notification : filledTemplate(template, notification));
  await Promise.all(
    urls.map(async (url, at) => {
      const problem = await delivered(url, body, limits.timeoutMs);
      // Path, query and user of a webhook are its password.
      if (problem !== undefined)
        remark(terminal, `warning: --notify ${String(at + 1)} (${url.host}) could not be told: ${problem}`);
    }),
  );
}

/** Why nobody heard it; undefined: somebody did. */
async function delivered(url: URL, body: string, timeLimitMs: number): Promise<string | undefined> {
  const { address, authorization } = withoutUser(url);
  let problem: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) },
        body,
        // Another address than the one that was named is told nothing.
        redirect: "manual",
        signal: AbortSignal.timeout(timeLimitMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return undefined;
      problem = `it answered ${String(answer.status)}`;
      // What it does not want now it will not want in a moment.
      if (answer.status < 500 && answer.status !== 429) return problem;
    } catch (error) {
      problem = reasonOf(error, timeLimitMs);
    }
  }
  return problem;
}

/** A user in an address is sent as a header; an address that holds one is no address to fetch. */
function withoutUser(url: URL): { readonly address: URL; readonly authorization?: string } {
  if (url.username === "" && url.password === "") return { address: url };
  const address = new URL(url);
  [address.username, address.password] = ["", ""];
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { address, authorization: `Basic ${Buffer.from(user).toString("base64")}` };
}

/** The kind of fault alone: messages may repeat the address. */
function reasonOf(error: unknown, timeLimitMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${String(timeLimitMs / 1_000)} s`;
  const code = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined)?.code : undefined;
  return typeof code === "string" ? code : "the connection failed";
}
