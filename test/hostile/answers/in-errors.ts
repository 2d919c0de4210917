/** Answers that are hostile in what they say of a refusal. */
import { operations as all, type OperationId } from "../../../spec/operations.ts";
import { refusing, type AnswerGroup } from "./answer.ts";

const orders =
  "\u001b]0;owned\u0007\u009b2J\u202e\u2066\r\n::error::owned\n##[error]owned\n=cmd|' /C calc'!A0 | <b> ]]> ``` \u0000";

/** The operations that want a token, of one face or both. */
function bearing(...faces: readonly string[]): readonly OperationId[] {
  return all.filter(({ bearer, face }) => bearer && (faces.length === 0 || faces.includes(face))).map(({ id }) => id);
}

const json = { "content-type": "application/json" };
const page = Buffer.from(
  `<!doctype html><title>Refused</title>${"<p>\u001b[2J<script>alert(1)</script></p>".repeat(70_000)}`,
);
const deepError = Buffer.from(`{"error":${'{"cause":['.repeat(950)}null${"]}".repeat(950)}}`);
const statuses = [400, 402, 405, 406, 410, 411, 413, 414, 415, 416, 417, 418, 421, 422, 424, 428, 431, 451, 499];
const trace = "Error: no\n    at handle (file:///srv/app/node_modules/x/index.js:10:20)\n".repeat(20_000);

export const answersInErrors: readonly AnswerGroup[] = [
  {
    id: "errors-that-repeat",
    answers: [
      {
        behaviour: "Errors repeat what they were sent, with orders to terminals, pages, tables and CI servers.",
        on: bearing(),
        hook: async ({ url, body: sent }, { honest, send }) => {
          const reply = await honest();
          if (reply.status < 400) return send(reply);
          const told = { error: `${orders}${url} ${sent.toString("latin1")}`, [orders]: orders };
          send({ ...reply, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(told)) });
        },
      },
    ],
  },
  {
    id: "refusals-of-all-kinds",
    answers: [
      {
        behaviour: "The v2 set refuses with a page of 3 MB.",
        on: bearing("v2"),
        hook: refusing((reply) => ({ ...reply, headers: { "content-type": "text/html" }, body: page })),
      },
      {
        behaviour: "The legacy set refuses each time under another status, and challenges with 8 kB.",
        on: bearing("legacy"),
        hook: refusing((reply, number) => ({
          ...reply,
          status: reply.status === 401 ? 401 : (statuses[number % statuses.length] ?? 400),
          headers: { ...json, "www-authenticate": `Negotiate ${"x".repeat(8_000)}, Digest realm="\\"` },
        })),
      },
    ],
  },
  {
    id: "refusals-that-say-too-much",
    answers: [
      {
        behaviour: "Details are refused with an error nested 1,900 deep.",
        on: ["v2TraceDetails", "legacyTraceDetails"],
        hook: refusing((reply) => ({ ...reply, headers: json, body: deepError })),
      },
      {
        behaviour: "States are refused with what says that it is JSON and is not.",
        on: ["v2TraceState", "legacyTraceState"],
        hook: refusing((reply) => ({ ...reply, headers: json, body: Buffer.from('{"error": "no\u0000\u001b[0m", }') })),
        breaks: ["ROBUST-06"],
      },
      {
        behaviour: "Searches are refused with 20,000 lines of a stack.",
        on: ["v2SearchTraces", "legacySearchTraces"],
        hook: refusing((reply) => ({ ...reply, headers: json, body: Buffer.from(JSON.stringify({ error: trace })) })),
        breaks: ["ROBUST-03"],
      },
      {
        behaviour: "Lists of workflows are refused without a word, under a reason of 60 kB.",
        on: ["v2ListWorkflows", "legacyListWorkflows"],
        hook: async (_, { honest, send, socket }) => {
          const reply = await honest();
          if (reply.status < 400) return send(reply);
          const reason = "::error::owned ".repeat(4_000);
          socket.end(`HTTP/1.1 ${String(reply.status)} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        },
      },
    ],
  },
];
