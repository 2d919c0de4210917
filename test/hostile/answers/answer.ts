/** Hostile answers: each spoils some operations of a service that is honest otherwise, and several make one target. */
import type { OperationId } from "../../../spec/operations.ts";
import { requirementById, type RequirementId } from "../../../spec/requirements/index.ts";
import type { HostileTarget } from "../lib/hostile-target.ts";
import { honestly, startProxy, type Answering, type Hook, type Reply } from "../lib/proxy.ts";

export interface Answer {
  /** What is answered, as a sentence. */
  readonly behaviour: string;
  readonly on: readonly OperationId[];
  readonly hook: Hook;
  /** What the answer breaks, each of which must be told. Absent: it is the interface's choice, or all that was asked for. */
  readonly breaks?: readonly RequirementId[];
  /** What may be told besides, grouped under what it breaks. */
  readonly follows?: readonly RequirementId[];
  /** Whether the operation never answers what can be judged, so that the run stays incomplete; `perhaps`: the moment decides. */
  readonly unjudged?: true | "perhaps";
}

/** Answers that one target gives, each to other operations. */
export interface AnswerGroup extends Pick<HostileTarget, "limits" | "grantedMs" | "stillPassed"> {
  readonly id: string;
  readonly answers: readonly Answer[];
}

/** A target that gives each of these answers to the operations of that answer. */
export function answering({ answers, ...group }: AnswerGroup): HostileTarget {
  const breaks = answers.flatMap((answer) => answer.breaks ?? []);
  const isBroken = breaks.some((id) => requirementById(id).level === "MUST");
  const open = answers.flatMap(({ unjudged = false }) => unjudged);
  return {
    ...group,
    behaviour: answers.map(({ behaviour }) => behaviour).join(" "),
    start: (honestUrl) =>
      startProxy(honestUrl, (request, at) => {
        const { operation } = request;
        const answer = answers.find(({ on }) => operation !== undefined && on.includes(operation));
        return (answer?.hook ?? honestly)(request, at);
      }),
    verdict: isBroken
      ? "non-conformant"
      : open.includes(true)
        ? "incomplete"
        : open.includes("perhaps")
          ? ["conformant", "incomplete"]
          : "conformant",
    findings: breaks,
    alsoAllowed: answers.flatMap(({ follows = [] }) => follows),
    rootsOnly: true,
  };
}

/** Changes what the honest service answers with success. */
export function changing(change: (reply: Reply, number: number) => Reply): Hook {
  return async ({ number }, { honest, send }) => {
    const reply = await honest();
    send(reply.status === 200 ? change(reply, number) : reply);
  };
}

/** Changes the text of a success. */
export function rewriting(change: (text: string, number: number) => string | Buffer): Hook {
  return changing((reply, number) => ({ ...reply, body: Buffer.from(change(reply.body.toString(), number)) }));
}

/** Changes the refusals of the honest service. */
export function refusing(change: (reply: Reply, number: number) => Reply): Hook {
  return async ({ number }, { honest, send }) => {
    const reply = await honest();
    send(reply.status < 400 ? reply : change(reply, number));
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
