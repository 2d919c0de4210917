/** Answers that are hostile in what is sent back later: ids of traces, and tokens. */
import { jsonReply, type Hook } from "../lib/proxy.ts";
import { changing, rewriting, type AnswerGroup } from "./answer.ts";

const seam = "urn:uuid:";
/** Takes ids as it gave them, and knows them without what it put before them. */
const understood: Hook = async ({ url }, { honest, send }) =>
  send(await honest(undefined, url.replaceAll(encodeURIComponent(seam), "").replaceAll(seam, "")));
const ofTraces = [
  "v2AppendAction",
  "v2TraceDetails",
  "v2TraceState",
  "v2DownloadFiles",
  "v2DownloadFile",
  "legacyAppendAction",
  "legacyTraceDetails",
  "legacyTraceState",
  "legacyDownloadFiles",
] as const;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const deepClaims = `{"exp":1e300,"nbf":"never","sub":${"[".repeat(900)}${"]".repeat(900)}}`;

export const answersInIds: readonly AnswerGroup[] = [
  {
    id: "ids-with-something-before-them",
    answers: [
      {
        behaviour: "Legacy creations answer ids that are no UUIDs.",
        on: ["legacyCreateTrace"],
        hook: rewriting((text) => text.replace('"', `"${seam}`)),
        breaks: ["CREATE-02"],
      },
      { behaviour: "They are understood wherever they come back.", on: ofTraces, hook: understood },
    ],
  },
  {
    id: "ids-that-nobody-knows",
    answers: [
      {
        behaviour: "Legacy creations answer ids in braces, which no other operation knows.",
        on: ["legacyCreateTrace"],
        hook: rewriting((text) => text.replace(/^"(.*)"$/, '"{$1}"')),
        breaks: ["CREATE-02"],
      },
    ],
  },
  {
    id: "ids-that-lead-elsewhere",
    answers: [
      {
        behaviour: "V2 creations answer ids that are paths with orders to terminals in them.",
        on: ["v2CreateTrace"],
        hook: rewriting((text) =>
          text.replace(/"data":"([^"]*)"/, '"data":"../../login/credential?\\u001b[2J\\r\\n#$1"'),
        ),
        breaks: ["CREATE-01"],
      },
    ],
  },
  {
    id: "tokens-of-all-kinds",
    answers: [
      {
        behaviour: "The token of one login has another header line in it.",
        on: ["v2LoginCredential"],
        hook: rewriting((text) => text.replace(/("token":"[^"]*)"/, '$1\\r\\nX-Admin: yes"')),
        breaks: ["LOGIN-04"],
      },
      {
        behaviour: "That of another is an object.",
        on: ["legacyLoginCredential"],
        hook: changing(() => jsonReply({ token: { toString: "x", length: 9 } })),
        breaks: ["LOGIN-03"],
      },
      {
        behaviour: "The login that is used tells 300 kB besides, with all that it was sent.",
        on: ["v2LoginPrivateKey"],
        hook: async ({ body }, { honest, send }) => {
          const reply = await honest();
          const document = JSON.parse(reply.body.toString()) as object;
          const told = { heard: body.toString(), again: body.toString("base64"), profile: "x".repeat(300_000) };
          send(reply.status === 200 ? jsonReply({ ...document, ...told }) : reply);
        },
        breaks: ["ROBUST-05"],
      },
    ],
  },
  {
    id: "tokens-that-open-nothing",
    answers: [
      {
        behaviour: "The token of one login is its own, never ends, and has claims 900 deep.",
        on: ["v2LoginCredential"],
        hook: changing(() => {
          const claims = Buffer.from(deepClaims).toString("base64url");
          return jsonReply({ error: null, data: { token: `${encoded({ alg: "none" })}.${claims}.` } });
        }),
        breaks: ["LOGIN-04", "LOGIN-06"],
      },
      {
        behaviour: "That of another is 100 kB long.",
        on: ["legacyLoginCredential"],
        hook: changing(() => {
          const token = [{ alg: "HS256" }, { exp: 4_000_000_000, roles: "x".repeat(75_000) }, "sig"]
            .map(encoded)
            .join(".");
          return jsonReply({ token });
        }),
        unjudged: true,
      },
    ],
  },
];
