/** Answers that are hostile in JSON: texts that are none, values of other types, crowds of the same. */
import { jsonReply } from "../lib/proxy.ts";
import { changing, rewriting, type AnswerGroup } from "./answer.ts";

/** The payload of an answer of either face, put back where it stood. */
function payload(change: (value: never) => unknown): ReturnType<typeof changing> {
  return changing((reply) => {
    const document = JSON.parse(reply.body.toString()) as { data?: never };
    const isEnveloped = !Array.isArray(document) && Object.hasOwn(document, "data");
    const changed = isEnveloped ? { ...document, data: change(document.data as never) } : change(document as never);
    return jsonReply(changed);
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

export const answersInValues: readonly AnswerGroup[] = [
  {
    id: "texts-that-are-no-json",
    answers: [
      {
        behaviour: "The list of workflows is UTF-16.",
        on: ["legacyListWorkflows"],
        hook: rewriting((text) => Buffer.from(`\ufeff${text}`, "utf16le")),
        breaks: ["STATUS-04"],
      },
      {
        behaviour: "The other list begins with the mark of an order of bytes.",
        on: ["v2ListWorkflows"],
        hook: rewriting((text) => `\ufeff${text}`),
        breaks: ["STATUS-04"],
      },
      {
        behaviour: "A legacy search has comments, a comma too many and numbers that are none.",
        on: ["legacySearchTraces"],
        hook: rewriting((text) => `/* found */ ${text.replace(/\]$/, ", NaN, ]")} // that is all`),
        breaks: ["STATUS-04"],
      },
      {
        behaviour: "A v2 state is told three times, one behind the other.",
        on: ["v2TraceState"],
        hook: rewriting((text) => text.repeat(3)),
        breaks: ["STATUS-04"],
      },
      {
        behaviour: "A legacy state is named five hundred times in one object; the last one is right.",
        on: ["legacyTraceState"],
        hook: rewriting((text) => text.replace(/^\{/, `{${'"state":{"a":[]},'.repeat(500)}`)),
      },
      {
        behaviour: "Page information of the legacy details has numbers beyond all bounds, and texts of half letters.",
        on: ["legacyTraceDetails"],
        hook: rewriting((text) =>
          text.replace(
            /"info":\{/,
            '"info":{"a":1e999,"b":-0,"c":1234567890123456789012345678901234567890,"d":"\\ud800\\udfff\\udc00",',
          ),
        ),
      },
      {
        behaviour: "The v2 details count in fractions and powers of ten.",
        on: ["v2TraceDetails"],
        hook: rewriting((text) =>
          text.replace(/"totalCount":(\d+)/, (_, count: string) => `"totalCount":${count}.000000000e+0`),
        ),
      },
    ],
  },
  {
    id: "values-of-other-types",
    answers: [
      {
        behaviour: "A legacy search finds lists of lists.",
        on: ["legacySearchTraces"],
        hook: payload((ids: string[]) => times(20, ids).map((one) => [[one]])),
        breaks: ["SEARCH-02"],
      },
      {
        behaviour: "A v2 search finds objects that say how they are written.",
        on: ["v2SearchTraces"],
        hook: payload((ids: string[]) => [...ids, ""].map((id) => ({ toString: id, valueOf: id, length: 36 }))),
        breaks: ["SEARCH-01"],
      },
      {
        behaviour: "The legacy links are an object with a length.",
        on: ["legacyTraceDetails"],
        hook: payload(({ links, ...page }: { links: object[] }) => ({
          ...page,
          links: { ...links, length: 4_294_967_295 },
        })),
        breaks: ["DETAILS-02"],
      },
      {
        behaviour: "The v2 number of links is a text, and the links are null between.",
        on: ["v2TraceDetails"],
        hook: payload(({ links, ...page }: { links: object[] }) => ({
          ...page,
          links: [null, ...links],
          totalCount: "3",
        })),
        breaks: ["DETAILS-01"],
      },
      {
        behaviour: "A v2 state is a list.",
        on: ["v2TraceState"],
        hook: payload(({ state }: { state: object }) => ({ state: [state] })),
        breaks: ["STATE-01"],
      },
      {
        behaviour: "A legacy state is nothing.",
        on: ["legacyTraceState"],
        hook: payload(() => ({ state: null })),
        breaks: ["STATE-02"],
      },
      {
        behaviour: "The legacy action answers a text that holds the state.",
        on: ["legacyAppendAction"],
        hook: payload((answer) => ({ state: JSON.stringify(answer) })),
        breaks: ["ACT-02"],
      },
      {
        behaviour: "The workflows of the legacy list are numbers that are no numbers.",
        on: ["legacyListWorkflows"],
        hook: changing((reply) => ({
          ...reply,
          body: Buffer.from('[{"workflowId":1e999,"workflowName":-1e999},7,[],null]'),
        })),
        breaks: ["FLOW-02"],
      },
      {
        behaviour: "The v2 list is an object that says it has two billion members.",
        on: ["v2ListWorkflows"],
        hook: payload((list: object[]) => ({ ...list, length: 2_147_483_647 })),
        breaks: ["FLOW-01"],
      },
    ],
  },
  {
    id: "crowds-of-the-same",
    answers: [
      {
        behaviour: "A legacy search finds each trace 2,000 times.",
        on: ["legacySearchTraces"],
        hook: payload((ids: string[]) => times(2_000, ids).flat()),
        breaks: ["SEARCH-07"],
      },
      {
        behaviour: "A v2 search finds them in capital letters.",
        on: ["v2SearchTraces"],
        hook: payload((ids: string[]) => ids.map((id) => id.toUpperCase())),
      },
      {
        behaviour: "Each workflow is listed 10,000 times.",
        on: ["legacyListWorkflows"],
        hook: payload((list: object[]) => times(10_000, list).flat()),
        breaks: ["FLOW-04"],
      },
    ],
  },
];
