/** Answers that are hostile in HTTP: codings, chunks, headers, statuses, connections. */
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { changing, inBytes, wire, type AnswerGroup } from "./answer.ts";

const zipOfNothing = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
const chunk = (body: Buffer | string, extension = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(body).toString(16)}${extension}\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
const chunked =
  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n";
const oneByteChunks = Buffer.from("1\r\n \r\n".repeat(400_000));
const emptyMember = gzipSync("");
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const noise = (bytes: number): Buffer => Buffer.alloc(bytes, "x");

export const answersOnTheLine: readonly AnswerGroup[] = [
  {
    id: "headers-with-names-of-objects",
    answers: [
      {
        behaviour: "A header of states is called __proto__, another constructor, another hasOwnProperty, twice each.",
        on: ["v2TraceState", "v2DownloadFile"],
        hook: inBytes(({ body, headers }, { socket }) => {
          const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "__proto__", "constructor"];
          const lines = names.map((name) => `${name}: {"polluted":true}`);
          const type = `Content-Type: ${headers["content-type"] ?? ""}`;
          const head = [
            "HTTP/1.1 200 OK",
            "Connection: close",
            type,
            `Content-Length: ${String(body.length)}`,
            ...lines,
          ];
          socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
        }),
      },
      {
        behaviour: "The list of workflows comes behind 5,000 informational answers.",
        on: ["legacyListWorkflows"],
        hook: inBytes(({ body }, { socket }) => {
          const hints = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".repeat(5_000);
          socket.end(Buffer.concat([Buffer.from(hints), wire(body)]));
        }),
      },
      {
        behaviour: "The other list has trailers, forty of them called like headers that matter.",
        on: ["v2ListWorkflows"],
        hook: inBytes(({ body }, { socket }) => {
          const trailers = "Content-Type: text/html\r\nX-A: 1\r\n".repeat(20);
          socket.write(`${chunked}Trailer: Content-Type\r\n\r\n`);
          socket.write(chunk(body));
          socket.end(`0\r\n${trailers}\r\n`);
        }),
      },
      {
        behaviour: "Chunks of a legacy state have extensions of 100 bytes, each of one character.",
        on: ["legacyTraceState"],
        hook: inBytes(({ body }, { socket }) => {
          const pieces = Array.from(body.toString(), (character) => chunk(character, `;a="${"x".repeat(100)}"`));
          socket.end(Buffer.concat([Buffer.from(`${chunked}\r\n`), ...pieces, Buffer.from("0\r\n\r\n")]));
        }),
      },
      {
        behaviour: "A legacy search is answered as HTTP/1.0 did, to the end of the connection.",
        on: ["legacySearchTraces"],
        hook: inBytes(({ body }, { socket }) => {
          socket.end(Buffer.concat([Buffer.from("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"), body]));
        }),
      },
    ],
  },
  {
    id: "one-byte-at-a-time",
    answers: [
      {
        behaviour: "A search, the single file and an archive end in 400,000 chunks of one byte.",
        on: ["legacySearchTraces", "v2SearchTraces", "v2DownloadFile", "legacyDownloadFiles"],
        hook: inBytes(({ headers, body }, { socket }) => {
          const type = headers["content-type"] ?? "application/json";
          socket.write(`${chunked.replace("application/json", type)}\r\n`);
          socket.write(chunk(body));
          socket.write(oneByteChunks);
          socket.end("0\r\n\r\n");
        }),
        breaks: ["FILE-01", "FILES-06"],
      },
    ],
  },
  {
    id: "statuses-that-are-none",
    answers: [
      {
        behaviour: "The list of workflows switches protocols.",
        on: ["legacyListWorkflows"],
        hook: inBytes((_, { socket }) => {
          socket.end(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u0081\u0005hello",
          );
        }),
        breaks: ["ROBUST-04", "REFUSE-05"],
      },
      {
        behaviour: "The other list has the status 999.",
        on: ["v2ListWorkflows"],
        hook: inBytes(({ body }, { socket }) => {
          socket.end(
            `HTTP/1.1 999 Request Denied\r\nConnection: close\r\nContent-Length: ${String(body.length)}\r\n\r\n${body.toString()}`,
          );
        }),
        breaks: ["REFUSE-03"],
      },
      {
        behaviour: "A legacy search is answered with 204 and a body.",
        on: ["legacySearchTraces"],
        hook: inBytes(({ body }, { socket }) => {
          socket.end(
            `HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: ${String(body.length)}\r\n\r\n${body.toString()}`,
          );
        }),
        breaks: ["STATUS-02"],
      },
      {
        behaviour: "A legacy state is not modified, says the answer.",
        on: ["legacyTraceState"],
        hook: changing((reply) => ({
          ...reply,
          status: 304,
          headers: { etag: `"${"x".repeat(9_000)}"` },
          body: Buffer.alloc(0),
        })),
        breaks: ["REFUSE-03"],
        follows: ["CREATE-08"],
      },
    ],
  },
  {
    id: "bytes-that-are-no-http",
    answers: [
      {
        behaviour: "The list of workflows has a chunk of 2^80 bytes.",
        on: ["legacyListWorkflows"],
        hook: inBytes((_, { socket }) => socket.end(`${chunked}\r\nFFFFFFFFFFFFFFFFFFFF\r\n[]\r\n0\r\n\r\n`)),
        breaks: ["ROBUST-04", "REFUSE-05"],
      },
      {
        behaviour: "The other list has 4 MB of headers.",
        on: ["v2ListWorkflows"],
        hook: inBytes((_, { socket }) => {
          socket.end(`HTTP/1.1 200 OK\r\n${`Set-Cookie: a=${"x".repeat(1_000)}\r\n`.repeat(4_000)}\r\n[]`);
        }),
        breaks: ["ROBUST-04", "REFUSE-05"],
      },
      {
        behaviour: "A legacy state is the beginning of HTTP/2.",
        on: ["legacyTraceState"],
        hook: inBytes((_, { socket }) =>
          socket.end(Buffer.from("\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000PRI * HTTP/2.0")),
        ),
        breaks: ["ROBUST-04", "REFUSE-05"],
      },
      {
        behaviour: "A legacy search has a status line of 100 kB.",
        on: ["legacySearchTraces"],
        hook: inBytes((_, { socket }) => socket.end(`HTTP/1.1 200 ${"\u001b[31m".repeat(20_000)}\r\n\r\n`)),
        breaks: ["STATUS-04"],
      },
      {
        behaviour: "The legacy archive has headers with NUL, with folds and without names.",
        on: ["legacyDownloadFiles"],
        hook: inBytes((_, { socket }) => socket.end("HTTP/1.1 200 OK\r\n: empty\r\nX-A: a\u0000b\r\n folded\r\n\r\n")),
        breaks: ["ROBUST-04", "REFUSE-05"],
      },
    ],
  },
  {
    id: "codings-upon-codings",
    answers: [
      {
        behaviour: "The list of workflows is packed five times.",
        on: ["legacyListWorkflows"],
        hook: changing(({ headers, body, ...reply }) => ({
          ...reply,
          headers: { ...headers, "content-encoding": "gzip, gzip, gzip, gzip, gzip" },
          body: [1, 2, 3, 4].reduce((packed) => gzipSync(packed), gzipSync(body)),
        })),
        breaks: ["ROBUST-07"],
        unjudged: true,
      },
      {
        behaviour: "The other list is packed in 20,000 members, most of them empty.",
        on: ["v2ListWorkflows"],
        hook: changing(({ headers, body, ...reply }) => ({
          ...reply,
          headers: { ...headers, "content-encoding": "gzip" },
          body: Buffer.concat([gzipSync(body), ...Array.from({ length: 20_000 }, () => emptyMember)]),
        })),
      },
      {
        behaviour: "A legacy state is brotli behind 10 MB of nothing.",
        on: ["legacyTraceState"],
        hook: changing(({ headers, body, ...reply }) => ({
          ...reply,
          headers: { ...headers, "content-encoding": "br" },
          body: brotliCompressSync(Buffer.concat([Buffer.alloc(10_000_000, " "), body]), quickly),
        })),
      },
      {
        behaviour: "A legacy search says that it needs a window of 2 GB.",
        on: ["legacySearchTraces"],
        hook: changing(({ headers, ...reply }) => ({
          ...reply,
          headers: { ...headers, "content-encoding": "zstd" },
          body: Buffer.concat([
            Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8]),
            zstdCompressSync(noise(100)).subarray(6),
          ]),
        })),
        breaks: ["ROBUST-07"],
        unjudged: true,
      },
      {
        behaviour: "The legacy archive says that it is packed by a coding with the name of a function.",
        on: ["legacyDownloadFiles"],
        hook: changing((reply) => ({ ...reply, headers: { ...reply.headers, "content-encoding": "constructor" } })),
        breaks: ["ROBUST-07"],
        unjudged: true,
      },
      {
        behaviour: "The single file says that it is packed by __proto__.",
        on: ["v2DownloadFile"],
        hook: changing((reply) => ({ ...reply, headers: { ...reply.headers, "content-encoding": "__proto__" } })),
        breaks: ["ROBUST-07"],
        unjudged: true,
      },
    ],
  },
  {
    id: "rests-without-sense",
    answers: [
      {
        behaviour: "The list of workflows is busy, until a time before the beginning or behind the end of all time.",
        on: ["legacyListWorkflows", "legacyDownloadFiles"],
        hook: async ({ number }, { honest, send }) => {
          const rests = [
            "-1",
            "1e400",
            "Infinity",
            "+275760-09-13T00:00:00Z",
            "Thu, 01 Jan 1970 00:00:00 GMT",
            "0x10",
            "",
            "9".repeat(9_000),
          ];
          const rest = rests[number % (2 * rests.length)];
          if (rest === undefined) send(await honest());
          else send({ status: 429, headers: { "retry-after": rest }, body: Buffer.alloc(0) });
        },
        unjudged: "perhaps",
      },
    ],
  },
  {
    id: "answers-before-questions",
    answers: [
      {
        behaviour: "Creations are answered before their files have come, and the connection is cut.",
        on: ["legacyCreateTrace"],
        hook: inBytes(({ body }, { socket }) => {
          socket.end(wire(body), () => socket.resetAndDestroy());
        }),
      },
      {
        behaviour: "The list of workflows redirects to itself, to a file and to a script.",
        on: ["legacyListWorkflows", "v2ListWorkflows"],
        hook: ({ number, url }, { send }) => {
          const places = [
            url,
            "file:///etc/passwd",
            "javascript:alert(1)",
            "//169.254.169.254/latest",
            "\u0001".repeat(3),
          ];
          const location = places[number % 4] ?? "";
          const headers = {
            location,
            refresh: `0; url=${location}`,
            "alt-svc": 'h2="127.0.0.1:1"; ma=99999',
            link: `<${location}>; rel=self`,
          };
          send({ status: 302, headers, body: Buffer.from(`<meta http-equiv=refresh content="0; url=${location}">`) });
        },
        breaks: ["REFUSE-03"],
      },
    ],
  },
  {
    id: "files-that-say-too-much",
    answers: [
      {
        behaviour: "The single file has names, types and dates that no parser takes.",
        on: ["v2DownloadFile"],
        hook: changing((reply) => ({
          ...reply,
          headers: {
            "content-type": `application/${"x".repeat(6_000)}; charset=%E0%A4%A`,
            "content-disposition": `attachment; filename*=UTF-8''%ff%00..%2f..%2fowned; filename="${"../".repeat(900)}"`,
            "last-modified": "Sun, 31 Feb 99999 25:61:61 GMT",
            "content-range": "bytes 0-1/-5",
            "content-md5": "\u00ff\u00fe",
          },
        })),
      },
      {
        behaviour: "An archive is an archive of nothing, and 2 MB of nothing.",
        on: ["legacyDownloadFiles"],
        hook: changing((reply) => ({ ...reply, body: Buffer.concat([noise(2_000_000), zipOfNothing]) })),
        breaks: ["FILES-02"],
      },
    ],
  },
];
