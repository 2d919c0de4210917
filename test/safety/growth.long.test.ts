/** Whatever a target answers: an answer twice as large takes about twice as long to look through, not four times. */
import { describe, expect, test } from "vitest";
import { isJwt } from "../../checks/support/jwt.ts";
import { isUuid } from "../../checks/support/uuid.ts";
import { readJson } from "../../driver/client/json-text.ts";
import { shortened } from "../../driver/client/long-lists.ts";
import { cleanValues, Secrets } from "../../driver/index.ts";
import { jwtsMasked } from "../../driver/jwt.ts";
import { computedPlaces } from "../../probes/digests/computed.ts";
import { opaquePlaces } from "../../probes/digests/opaque.ts";
import { genericKey } from "../../probes/lib/generic-path.ts";
import { genericPlaces } from "../../probes/lib/generic-places.ts";
import { likeness } from "../../probes/lib/likeness.ts";
import { linkKeys, sameLinks } from "../../probes/lib/links.ts";
import { ownRules } from "../../probes/lib/member-rules.ts";
import { mineNames } from "../../probes/lib/mine-names.ts";
import { tally } from "../../probes/lib/tally.ts";
import { looksVolatile, mayHaveDrifted } from "../../probes/lib/volatile.ts";
import { linkDataReading } from "../../probes/points/link-data.ts";
import { stateDataReading } from "../../probes/points/state-data.ts";
import { volatilePaths } from "../../probes/points/volatile-members.ts";
import type { Json } from "../../spec/json.ts";
import { digestsAt } from "../../spec/readings/digest.ts";
import { differences, sameJson } from "../../spec/readings/equal.ts";
import { isMarker, markerIn } from "../../spec/readings/marker.ts";
import { everyPlace, valuesAt, without } from "../../spec/readings/path.ts";
import { foldState } from "../../spec/readings/state-fold.ts";
import { decodeText } from "../../spec/readings/text-encoding.ts";
import { growthPerDoubling, mostPerDoubling, msOf } from "./lib/growth.ts";

/** Takes the size of an answer; what it hands back is done again and again, and timed. */
type Work = (size: number) => () => unknown;

const hex = "0123456789abcdef".repeat(2);

function nested(depth: number, inner: Json = { a: 1 }): Json {
  let value = inner;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

function object(members: number, valueOf: (index: number) => Json = (index) => index): { [name: string]: Json } {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${String(index)}`, valueOf(index)]));
}

function list(length: number, valueOf: (index: number) => Json = (index) => index): Json[] {
  return Array.from({ length }, (_, index) => valueOf(index));
}

const action = { face: "v2", data: { a: 1 }, actionKey: "open", groupLabel: "clerks", files: [] } as const;
const state = (value: Json) =>
  ({ face: "v2", source: "v2TraceState", traceId: "t", reader: "first", state: value, actions: [action] }) as const;
const link = (value: Json) => ({ face: "v2", link: value, actions: [action], page: 0 }) as const;
const digestDocument = (value: Json) =>
  ({ where: "links", traceId: "t", reader: "first", document: value, files: [] }) as const;
const context = { fixture: { traces: [] }, target: { workflows: [] } } as unknown as Parameters<typeof opaquePlaces>[2];
const none: ReadonlySet<string> = new Set();
const uuidOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
const known = list(1_000, (index) => uuidOf(31 * index)).map(String);

/** A name for the function and the form of the answer, a size of which a quarter to the double are tried, and the work. */
const works: readonly (readonly [name: string, size: number, work: Work])[] = [
  ["genericKey, a long key", 20_000, (size) => forText(":".repeat(size), (key) => genericKey(key, none))],
  ["genericKey, a long key of digits", 20_000, (size) => forText("f".repeat(size), (key) => genericKey(key, none))],
  ["genericPlaces, deep", 1_000, (size) => forJson(nested(size), (value) => genericPlaces(value))],
  ["genericPlaces, wide", 1_000, (size) => forJson(object(size), (value) => genericPlaces(value))],
  [
    "genericPlaces, long keys",
    20_000,
    (size) => forJson({ ["k".repeat(size)]: list(1_000) }, (value) => genericPlaces(value)),
  ],
  ["likeness, deep", 500, (size) => forJson(nested(size, list(400)), (value) => likeness(value, nested(20), none))],
  [
    "likeness, wide",
    5_000,
    (size) =>
      forJson(object(size), (value) =>
        likeness(
          value,
          object(size, () => 0),
          none,
        ),
      ),
  ],
  ["linkKeys, deep", 150, (size) => forJson(nested(size, list(500)), (value) => linkKeys([value]))],
  [
    "linkKeys, many",
    2_000,
    (size) =>
      forJson(
        list(size, () => ({ a: 1 })),
        (value) => linkKeys(value as Json[]),
      ),
  ],
  ["sameLinks", 2_000, (size) => forJson(list(size), (value) => sameLinks(value as Json[], value as Json[]))],
  [
    "ownRules, a long list",
    5_000,
    (size) => forJson({ a: list(size) }, (found) => ownRules([{ found, data: [{ a: [1] }, { a: [2] }] }])),
  ],
  ["mineNames", 20_000, (size) => forText("'a?b[]=".repeat(size / 7), (text) => mineNames(text))],
  ["tally", 2_000, (size) => forJson(list(size), (value) => tally(value as Json[]))],
  ["looksVolatile", 20_000, (size) => forText("a-".repeat(size / 2), (text) => looksVolatile(text))],
  [
    "mayHaveDrifted",
    20_000,
    (size) => forText("a1".repeat(size / 2), (text) => mayHaveDrifted(`${text}x${text}`, `${text}y${text}`)),
  ],
  ["computedPlaces", 1_000, (size) => forJson(hex, (value) => computedPlaces(documents(size, value), none))],
  ["opaquePlaces", 1_000, (size) => forJson(hex, (value) => opaquePlaces(documents(size, value), none, context))],
  [
    "link-data, many links",
    500,
    (size) => () =>
      linkDataReading(
        list(size).map((index) => link({ index })),
        false,
      ),
  ],
  ["link-data, deep", 500, (size) => forJson(nested(size), (value) => linkDataReading([link(value)], false))],
  ["state-data, deep", 500, (size) => forJson(nested(size), (value) => stateDataReading([state(value)]))],
  [
    "state-data, wide",
    500,
    (size) =>
      forJson(
        object(size, () => ({})),
        (value) => stateDataReading([state(value)]),
      ),
  ],
  [
    "volatilePaths",
    300,
    (size) => () =>
      volatilePaths([
        [
          nested(
            size,
            list(200, (at) => at + 1),
          ),
          nested(
            size,
            list(200, (at) => at + 2),
          ),
        ],
      ]),
  ],
  [
    "digestsAt",
    4_000,
    (size) =>
      forJson(
        list(size, () => hex),
        (value) => digestsAt(value, ["*"]),
      ),
  ],
  ["sameJson, deep", 400, (size) => () => sameJson(nested(size), nested(size))],
  [
    "differences, wide",
    5_000,
    (size) => () => [
      ...differences(
        object(size),
        object(size, () => -1),
      ),
    ],
  ],
  ["isMarker", 20_000, (size) => forText("a~".repeat(size / 2), (text) => [isMarker(text), isMarker(`~${text}`)])],
  ["markerIn", 10_000, (size) => forJson(object(size), (value) => markerIn(value))],
  [
    "everyPlace",
    8_000,
    (size) =>
      forJson(
        list(size, () => ({ a: 1 })),
        (value) => [...everyPlace(value)],
      ),
  ],
  [
    "valuesAt, deep",
    400,
    (size) => forJson(nested(size), (value) => valuesAt(value, list(size, () => "a") as string[])),
  ],
  [
    "without",
    5_000,
    (size) =>
      forJson(
        list(size, () => ({ a: 1 })),
        (value) => without(value, [["*", "a"]]),
      ),
  ],
  [
    "foldState",
    // Of more than a thousand members the engine makes another kind of object, which costs once.
    8_000,
    (size) => forJson(object(size), (data) => foldState("deep-merge-by-index", [{ ...action, data }, action])),
  ],
  [
    "decodeText",
    10_000,
    (size) => forText("[".repeat(size) + "]".repeat(size), (text) => decodeText(text, "json-text")),
  ],
  ["isJwt", 20_000, (size) => forText("e.".repeat(size / 2), (text) => isJwt(text))],
  ["isUuid", 20_000, (size) => forText("0-".repeat(size / 2), (text) => isUuid(text))],
  ["jwtsMasked, beginnings", 20_000, (size) => forText("eyJaaaa.".repeat(size / 8), (text) => jwtsMasked(text, same))],
  ["jwtsMasked, one long", 20_000, (size) => forText(`eyJ${"a".repeat(size)}`, (text) => jwtsMasked(text, same))],
  ["redact, a text that repeats itself", 50_000, (size) => forText("a".repeat(size), repeated("a"))],
  [
    "redact, a text that nearly repeats a token",
    50_000,
    (size) => forText(`${"ab".repeat(1_500)}x`.repeat(size / 3_001), repeated("ab")),
  ],
  ["redact, a token that repeats itself", 5_000, (size) => forText("ab".repeat(50_000), repeated("ab", size))],
  [
    "echoIn",
    50_000,
    (size) => {
      const [token, bytes, secrets] = [
        "a".repeat(16_000),
        Buffer.from(`a${"b".repeat(1_000)}`.repeat(size / 1_000)),
        new Secrets(),
      ];
      return () => secrets.echoIn(bytes, token);
    },
  ],
  ["holds, plain text", 50_000, (size) => held("spaces and words ".repeat(size / 17))],
  ["holds, a document of many texts", 5_000, (size) => held(JSON.stringify(object(size)))],
  ["holds, encodings upon each other", 50_000, (size) => held(wrappedUp("hello world ".repeat(size / 96)))],
  ["holds, percent of percent", 50_000, (size) => held("%2541%25".repeat(size / 8))],
  ["holds, what begins like a secret at every place", 50_000, (size) => held("secretpa".repeat(size / 8))],
  ["shortened, others", 20_000, (size) => forJson(list(size, uuidOf), (value) => shortened(value, known))],
  [
    "shortened, its own again and again",
    20_000,
    (size) =>
      forJson(
        list(size, () => uuidOf(7)),
        (value) => shortened(value, known),
      ),
  ],
  [
    "readJson, a list of texts",
    20_000,
    (size) => {
      const bytes = Buffer.from(JSON.stringify(list(size, uuidOf)));
      return () => readJson(bytes);
    },
  ],
  ["cleanValues", 16_000, (size) => forJson(object(size), (value) => cleanValues({ actual: value }, same))],
];

const same = (text: string): string => text;

/** Whether a text holds a secret, asked anew each time. */
function held(text: string): () => unknown {
  const bytes = Buffer.from(text);
  return () => new Secrets({ password: "secretpassword and more" }).holds(bytes);
}

function wrappedUp(text: string): string {
  const packed = Buffer.from(Buffer.from(text).toString("base64")).toString("hex");
  return encodeURIComponent(Buffer.from(packed).toString("base64"));
}

function documents(count: number, value: Json): ReturnType<typeof digestDocument>[] {
  return Array.from({ length: count }, () => digestDocument({ a: value }));
}

function forText(text: string, look: (text: string) => unknown): () => unknown {
  return () => look(text);
}

function forJson(value: Json, look: (value: Json) => unknown): () => unknown {
  return () => look(value);
}

/** The redaction of a target that gave a token which is one text over and over. */
function repeated(unit: string, length = 16_000): (text: string) => string {
  const secrets = new Secrets();
  secrets.addToken(unit.repeat(length / unit.length));
  return (text) => secrets.redact(text);
}

describe(`twice the answer takes at most ${String(mostPerDoubling)} times as long`, { tags: "timing" }, () => {
  test.each(works)("%s", { timeout: 60_000 }, (_, size, work) => {
    const growth = growthPerDoubling(work, Math.ceil(size / 4));
    expect(growth).toBeLessThanOrEqual(mostPerDoubling);
  });
});

describe("less than a second is enough", { tags: "timing" }, () => {
  test.each<[string, () => unknown]>([
    ["for a key of 4,000 characters", () => genericKey(`${":".repeat(4_000)}!`, none)],
    ["for a state that is nested 1,990 deep", () => stateDataReading([state(nested(1_990))])],
    [
      "for the redaction of 100 kB under a token of 16 kB",
      () => ["a", "ab", "eyJ"].map((unit) => repeated(unit)(unit.repeat(100_000 / unit.length))),
    ],
  ])("%s", (_, work) => {
    expect(msOf(work, 1)).toBeLessThan(1_000);
  });
});
