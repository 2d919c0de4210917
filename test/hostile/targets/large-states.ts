import { randomBytes } from "node:crypto";
import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";
import { jsonReply, type Reply } from "../lib/proxy.ts";

interface Document {
  readonly data?: { readonly state: object };
  readonly state?: object;
}

const states = ["v2TraceState", "legacyTraceState", "legacyAppendAction"] as const;

/** A state with one more member. */
function withMore(reply: Reply, more: unknown): Reply {
  const document = JSON.parse(reply.body.toString()) as Document;
  Object.assign(document.data?.state ?? document.state ?? {}, { more });
  return jsonReply(document);
}

/** Texts that no packing makes smaller, as long as one that is read may be. */
export const longTexts: HostileTarget = {
  id: "long-texts",
  behaviour: "Every state has a text of 3 MB besides, another one each time.",
  start: faultyBy(
    () => Array.from({ length: 8 }, () => randomBytes(2_250_000).toString("base64")),
    states,
    (texts) => {
      let count = 0;
      return async (_, { send, honest }) => {
        const reply = await honest();
        send(reply.status === 200 ? withMore(reply, texts[++count % texts.length]) : reply);
      };
    },
  ),
  verdict: "conformant",
  findings: [],
  // A script with twenty states is judged with all of them at hand, and what probes read is judged again at the end.
  mostMiB: 480,
  grantedMs: 20_000,
};

export const wideStates: HostileTarget = {
  id: "wide-states",
  behaviour: "Every state has 40,000 members that nobody sent.",
  start: faultyBy(
    () => Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`m${String(at)}`, at])),
    states,
    (more) =>
      async (_, { send, honest }) => {
        const reply = await honest();
        send(reply.status === 200 ? withMore(reply, more) : reply);
      },
  ),
  verdict: ["conformant", "non-conformant"],
  findings: [],
  // Whether a state may show more than was sent is judged by what else it shows of it.
  alsoAllowed: ["ACT-06", "STATE-04", "STATE-05", "EQUIV-01", "REFUSE-01"],
  grantedMs: 45_000,
  // It answers at once. Going through what it answers keeps a busy machine from reading the next answers for seconds.
  limits: { timeoutMs: 20_000 },
};
