import type { HostileTarget } from "../lib/hostile-target.ts";
import { startProxy } from "../lib/proxy.ts";

/** Repeats what it was told in every place and in many encodings, as a service with a debug page would. */
export const echoedSecrets: HostileTarget = {
  id: "echoed-secrets",
  behaviour: "Credentials and tokens are repeated in errors, headers and data, plain and in many encodings.",
  start(honestUrl) {
    const told = new Set<string>();
    return startProxy(honestUrl, async ({ operation, body, headers }, { send, honest }) => {
      const reply = await honest();
      if (operation?.includes("Login") && reply.status < 300) remember(told, body);
      const { authorization } = headers;
      const words = [...told, ...(authorization === undefined ? [] : [authorization])].flatMap(encodings);
      if (words.length === 0 || operation?.includes("Login")) return send(reply);
      send({
        ...reply,
        headers: { ...reply.headers, "x-debug": headerText(words), "set-cookie": `seen=${headerText(words)}` },
        body: spoiled(reply.status, reply.headers["content-type"] ?? "", reply.body, words),
      });
    });
  },
  verdict: "conformant",
  findings: ["ROBUST-05"],
};

function remember(told: Set<string>, body: Buffer): void {
  const members = JSON.parse(body.toString()) as Record<string, unknown>;
  for (const value of Object.values(members)) if (typeof value === "string") told.add(value);
}

function encodings(word: string): string[] {
  const base64 = ["", "a", "ab"].map((lead) => Buffer.from(`${lead}${word}`).toString("base64"));
  return [word, encodeURIComponent(word), JSON.stringify(word), Buffer.from(word).toString("hex"), ...base64];
}

/** What may stand in a header. */
function headerText(words: readonly string[]): string {
  return words
    .filter((word) => /^[\x21-\x7e ]+$/.test(word))
    .join(" ")
    .slice(0, 8_000);
}

function spoiled(status: number, contentType: string, body: Buffer, words: readonly string[]): Buffer {
  if (!contentType.includes("json")) return body;
  const document = JSON.parse(body.toString()) as unknown;
  if (status >= 300) return Buffer.from(JSON.stringify({ error: `at debug: ${words.join(" ")}`, seen: document }));
  if (typeof document !== "object" || document === null || Array.isArray(document)) return body;
  return Buffer.from(JSON.stringify({ ...document, debug: words }));
}
