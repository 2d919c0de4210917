/** Hostile answers: each spoils some operations of a service that is honest otherwise, and several make one target. */
import type { OperationId } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { HostileTarget } from "../lib/hostile-target.ts";
import { honestly, startProxy, type Answering, type Hook, type Reply } from "../lib/proxy.ts";

export interface Answer {
  /** What is answered, as a sentence. */
  readonly behaviour: string;
  readonly on: readonly OperationId[];
  readonly hook: Hook;
  /** What the answer breaks; nothing that it keeps may be blamed. */
  readonly breaks?: readonly RequirementId[];
}

/** A target that gives each of these answers to the operations of that answer. */
export function answering(
  id: string,
  answers: readonly Answer[],
  more: Pick<HostileTarget, "findings" | "limits" | "stillPassed"> = { findings: [] },
): HostileTarget {
  return {
    id,
    behaviour: answers.map(({ behaviour }) => behaviour).join(" "),
    start: (honestUrl) =>
      startProxy(honestUrl, (request, at) => {
        const { operation } = request;
        const answer = answers.find(({ on }) => operation !== undefined && on.includes(operation));
        return (answer?.hook ?? honestly)(request, at);
      }),
    verdict: ["conformant", "non-conformant", "incomplete"],
    alsoAllowed: answers.flatMap(({ breaks = [] }) => breaks),
    mostMiB: 350,
    ...more,
  };
}

/** Changes what the honest service answers with success. */
export function changing(change: (reply: Reply, number: number) => Reply): Hook {
  return async ({ number }, { honest, send }) => {
    const reply = await honest();
    send(reply.status === 200 ? change(reply, number) : reply);
  };
}

/** The honest answer on the wire, in words of our own. */
export function inBytes(write: (reply: Reply, answering: Answering, number: number) => void): Hook {
  return async ({ number }, at) => {
    const reply = await at.honest();
    if (reply.status === 200) write(reply, at, number);
    else at.send(reply);
  };
}

/** Head and body of a plain answer, with further header lines. */
export function wire(body: Buffer, ...lines: readonly string[]): Buffer {
  const head = [
    "HTTP/1.1 200 OK",
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${String(body.length)}`,
    ...lines,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
