/**
 * Follows redirects of single-file downloads, as some services store files elsewhere: without token, cookies or any
 * secret, a few times, and only to allowed addresses.
 */
import { hash } from "node:crypto";
import type { Redirection } from "../../spec/vocabulary/history.ts";
import type { ReceivedReply } from "../client/client.ts";
import { mostHops, redirects, shownAddress } from "../client/redirects.ts";
import type { WireResponse } from "../client/receive.ts";
import type { FaceRequest } from "../faces/build.ts";
import type { Connection } from "./connection.ts";

interface Followed {
  readonly reply: ReceivedReply;
  readonly redirected?: Redirection;
  /** Bytes of the redirects themselves. */
  readonly bytes: number;
}

/**
 * The answer at the end of the redirects; a redirect that cannot be followed is the answer itself.
 * @param path as it was sent, for relative addresses
 */
export async function followed(
  { client, environment, runId, requests }: Connection,
  { operation, path }: Pick<FaceRequest, "operation" | "path">,
  script: string,
  answer: ReceivedReply,
): Promise<Followed> {
  if (operation.kind !== "file" || operation.method !== "GET") return { reply: answer, bytes: 0 };
  const isSecret = (text: string | Uint8Array): boolean => environment.secrets.holds(Buffer.from(text));
  const hops: { status: number; to: string }[] = [];
  let bytes = 0;
  let reply = answer;
  let from: string | URL = path;
  for (;;) {
    const { response } = reply;
    const location = response?.headers["location"];
    if (!response || location === undefined || !redirects(response.status)) break;
    const hop = await client.hop(location, from, isSecret);
    if ("refused" in hop) {
      hops.push({ status: response.status, to: "nowhere" });
      return {
        // A redirect that contains a credential is reported as a finding, and redacted elsewhere.
        reply: isSecret(location) || isSecret(response.body) ? reply : unsigned(reply, location),
        redirected: { hops, notFollowed: hop.refused },
        bytes,
      };
    }
    const { to } = hop;
    hops.push({ status: response.status, to: shownAddress(to) });
    const stop = (notFollowed: string): Followed => ({
      reply: unsigned(reply, to.href),
      redirected: { hops, notFollowed },
      bytes,
    });
    if (hops.length > mostHops) return stop(`it is the last of ${String(hops.length)} in a row`);
    if (!requests.follow()) return { reply: unanswered(reply), bytes };
    bytes += response.digest?.bytes ?? response.body.length;
    const next = await client.send(
      {
        method: "GET",
        path: shownAddress(to),
        elsewhere: to,
        headers: {
          accept: "*/*",
          "accept-encoding": "gzip, deflate, br",
          "user-agent": `trace-conformance (${runId})`,
        },
        wanted: operation.response,
        script,
      },
      true,
      ["elsewhere"],
    );
    const { failure } = next;
    // If nobody answers at the address, the redirect is the answer.
    if (failure?.kind === "connect") return stop(`nobody answers there: ${failure.message}`);
    reply = joined(reply, redirects(next.response?.status ?? 0) ? next : withoutSignature(next, to));
    from = to;
  }
  return hops.length === 0 ? { reply, bytes } : { reply, redirected: { hops }, bytes };
}

/** The last answer, with the time and the retries of the earlier ones. */
function joined(former: ReceivedReply, next: ReceivedReply): ReceivedReply {
  return {
    ...next,
    sentAtMs: former.sentAtMs,
    attempts: former.attempts + next.attempts - 1,
    unsettled: former.unsettled + next.unsettled,
    lost: [...former.lost, ...next.lost],
    ...(former.busy === undefined ? {} : { busy: former.busy }),
  };
}

/** Headers of a redirect that are kept, besides its address. */
const toldHeaders = ["content-type", "content-length", "date", "server", "www-authenticate"];

/** Whoever knows the address may get the file, so only its host is kept. */
function unsigned(reply: ReceivedReply, location: string): ReceivedReply {
  const { response } = reply;
  if (!response) return reply;
  const shown = URL.canParse(location) ? shownAddress(new URL(location)) : "…";
  const told = Object.entries(response.headers).filter(([name]) => toldHeaders.includes(name));
  return { ...reply, response: { ...digested(response), headers: { ...Object.fromEntries(told), location: shown } } };
}

/** Shorter parts of an address are no signature. */
const leastSignature = 16;

/** A store that refuses a request may repeat its signature, which is removed. */
function withoutSignature(reply: ReceivedReply, { pathname, searchParams }: URL): ReceivedReply {
  const { response } = reply;
  if (!response || response.status < 300) return reply;
  const parts = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= leastSignature);
  const repeats = (text: string | Buffer): boolean => parts.some((part) => text.includes(part));
  const told = Object.entries(response.headers).filter(([, value]) => !repeats(value));
  const kept = repeats(response.body) ? digested(response) : response;
  return { ...reply, response: { ...kept, headers: Object.fromEntries(told) } };
}

/** The response with digest and size in place of the body. */
function digested(response: WireResponse): WireResponse {
  const { body, digest } = response;
  return { ...response, body: Buffer.alloc(0), digest: digest ?? { bytes: body.length, sha256: hash("sha256", body) } };
}

function unanswered({ response: _, ...reply }: ReceivedReply): ReceivedReply {
  const failure = { kind: "interrupted", message: "as many requests were sent as --max-requests allows" } as const;
  return { ...reply, failure };
}
