/** Answers that are hostile in states, links and lists: names, orders of processes, what grows. */
import { jsonReply } from "../lib/proxy.ts";
import { changing, rewriting, type AnswerGroup } from "./answer.ts";

const states = ["v2TraceState", "legacyTraceState", "legacyAppendAction"] as const;
const details = ["v2TraceDetails", "legacyTraceDetails"] as const;
const lists = ["v2ListWorkflows", "legacyListWorkflows"] as const;

/** Members that go before those of every state. */
const inStates = (members: string): ReturnType<typeof rewriting> =>
  rewriting((text) =>
    text.replace(/"state":\{(?="|(\}))/, (_, end?: string) => `"state":{${members}${end === undefined ? "," : ""}`),
  );

const numbered = (count: number, write: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => write(number)).join(",");
const uuidOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

const namesOfObjects = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "then", "toJSON"]
  .map((name) => `"${name}":{"polluted":true}`)
  .join(",");
const oddNames = `${namesOfObjects},"":1,"a.b":2,"$ref":"#/x","\\u0000\\ud800":3,"${"k".repeat(4_000)}":4`;
const others = numbered(2_000, (number) => {
  const id =
    ["__proto__", "../../etc/passwd", "\\r\\nSet-Cookie: a=b", "\\u001b[2J"][number] ?? `other-${String(number)}`;
  return `{"workflowId":"${id}","workflowName":"${id}","__proto__":{"workflowId":"2041"}}`;
});

/** As many as fit in a state that is read: documents of one trace are read up to 50,000 values. */
const manyOrders = `"nextActions":{"__proto__":["open"],"":[],${numbered(2_000, (group) => `"group ${String(group)}":[${numbered(20, (key) => `"key ${String(key)}"`)}]`)}}`;
const deepOrders = `"nextActions":${'{"clerks":['.repeat(400)}"__proto__"${"]}".repeat(400)}`;

export const answersInStates: readonly AnswerGroup[] = [
  {
    id: "names-of-all-kinds",
    answers: [
      {
        behaviour: "States have members with the names of what every object has, and 1,000 others.",
        on: states,
        hook: inStates(`${oddNames},${numbered(1_000, (number) => `"member ${String(number)}":${String(number)}`)}`),
      },
      {
        behaviour: "Each link has a hundred ids and a hundred digests that are none.",
        on: details,
        hook: changing((reply) => {
          const document = JSON.parse(reply.body.toString()) as { links?: object[]; data?: { links: object[] } };
          const ids = Array.from({ length: 100 }, (_, number) => uuidOf(number));
          const digests = ids.map((id) => id.replaceAll("-", "").repeat(2));
          for (const link of document.data?.links ?? document.links ?? []) Object.assign(link, { ids, digests });
          return jsonReply(document);
        }),
      },
      {
        behaviour: "The organization has 2,000 other workflows, named like paths, header lines and prototypes.",
        on: lists,
        hook: rewriting((text) => text.replace(/\]\s*$/, `,${others}]`)),
      },
    ],
  },
  {
    id: "orders-of-processes",
    answers: [
      {
        behaviour: "Every state names 40,000 actions that 2,000 groups may do next, and none for those that act.",
        on: states,
        hook: inStates(manyOrders),
        // A process takes more cases than a quick run has.
        unjudged: "perhaps",
      },
    ],
  },
  {
    id: "orders-without-sense",
    answers: [
      {
        behaviour: "What may be done next is told 800 objects deep.",
        on: states,
        hook: inStates(deepOrders),
      },
    ],
  },
  {
    id: "growing-states",
    // Half a megabyte in each answer.
    grantedMs: 5_000,
    answers: [
      {
        behaviour: "States keep a log of who read them, 250 bytes longer with each request, up to 500 kB.",
        on: states,
        hook: rewriting((text, requests) => {
          const entries = numbered(
            Math.min(requests, 2_000),
            (number) => `"${String(number).repeat(250).slice(0, 250)}"`,
          );
          return text.replace(/"state":\{(?=")/, `"state":{"readBy":[${entries}],`);
        }),
        // What was refused is followed by another state, too, and by that alone nobody knows whether it left a mark.
        breaks: ["STATE-04", "EQUIV-01", "AUTH-32"],
        follows: ["STATE-05", "ACT-06", "EQUIV-06", "EQUIV-07", "REFUSE-01"],
      },
      {
        behaviour: "Each link tells in 20 kB when it was read.",
        on: details,
        hook: changing((reply, number) => {
          const document = JSON.parse(reply.body.toString()) as { links?: object[]; data?: { links: object[] } };
          for (const link of document.data?.links ?? document.links ?? [])
            Object.assign(link, { readAt: `${String(number)} `.repeat(4_000) });
          return jsonReply(document);
        }),
        breaks: ["DETAILS-09", "EQUIV-02", "EQUIV-09"],
        follows: ["ACT-08"],
      },
    ],
  },
  {
    id: "cursors-of-all-kinds",
    answers: [
      {
        behaviour: "Cursors are 50 kB long, with quotes, line ends, orders to terminals and what looks like JSON.",
        on: ["v2TraceDetails"],
        hook: async ({ body }, { honest, send }) => {
          const front = JSON.stringify('"}]\u0000\r\n\u001b[2J{"first":9}'.repeat(1_500)).slice(1, -1);
          const reply = await honest(Buffer.from(body.toString().replaceAll(front, "")));
          const text = reply.body.toString().replace(/("(?:start|end)Cursor":")(?=[^"])/g, (start) => start + front);
          send({ ...reply, body: Buffer.from(text) });
        },
      },
      {
        behaviour: "Each cursor is longer than those before it.",
        on: ["legacyTraceDetails"],
        hook: async ({ number, body }, { honest, send }) => {
          const reply = await honest(Buffer.from(body.toString().replace(/~+/g, "")));
          const text = reply.body.toString().replace(/("(?:start|end)Cursor":"[^"]+)/g, `$1${"~".repeat(30 * number)}`);
          send({ ...reply, body: Buffer.from(text) });
        },
      },
    ],
  },
];
