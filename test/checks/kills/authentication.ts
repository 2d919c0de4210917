/** Requests without a token that the service issued. */
import { operations } from "../../../spec/operations.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import { tokenDefects, type TokenDefect } from "../../../spec/vocabulary/script.ts";
import { entryOf, zipAnswer } from "../support/answers.ts";
import { around } from "../support/everyday.ts";
import type { How, Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import {
  answers,
  bytes,
  data,
  last,
  refusedWithTheMarker,
  succeedsWith,
  type Change,
} from "../support/history-faults.ts";

const guarded = operations.filter(({ bearer }) => bearer);
type Guarded = (typeof guarded)[number];

function ask(story: Story, { kind, face }: Guarded, what: TokenDefect): void {
  const how: How = { face, defects: [{ where: "token", what }] };
  const trace = story.create({ files: ["x"] });
  const file = story.fileOf(trace);
  if (kind === "create") story.create({}, how);
  if (kind === "act") story.act(trace, {}, how);
  if (kind === "details") story.details(trace, {}, how);
  if (kind === "state") story.state(trace, how);
  if (kind === "files") story.files(trace, [file], how);
  if (kind === "file") story.file(trace, file, how);
  if (kind === "search") story.search({ kind: "claim" }, {}, how);
  if (kind === "workflows") story.workflows("acme", how);
}

const uuid = "12345678-1234-4234-8234-123456789abc";
const pageOfNothing = { links: [], totalCount: 1, info: { hasNext: false, hasPrevious: false } };

function success({ kind, face }: Guarded): Change {
  if (kind === "files") return answers(zipAnswer([entryOf({ name: "x", bytes: Buffer.from("x") })]));
  if (kind === "file") return bytes("x");
  const payloads: { readonly [kind in Guarded["kind"]]?: Json } = {
    create: uuid,
    act: face === "v2" ? uuid : { state: {} },
    details: pageOfNothing,
    state: { state: { data: {} } },
    search: [uuid],
    workflows: [],
  };
  return succeedsWith(payloads[kind] ?? null);
}

function kill(operation: Guarded, number: number, what: TokenDefect): Kill {
  return {
    requirement: `AUTH-${String(number).padStart(2, "0")}` as RequirementId,
    title: `${operation.id} succeeds with the token defect ${what}`,
    accept: (story) => ask(story, operation, what),
    reject: last(operation.kind, success(operation), operation.face),
  };
}

const inventedTokens = tokenDefects.slice(tokenDefects.indexOf("garbage"), tokenDefects.indexOf("alg-none") + 1);
/** No bearer header at all, whatever else is there. */
const otherDoors = ["wrong-scheme", "other-scheme", "basic-scheme", "elsewhere", "in-body"] as const;

function leftAMarker(change: (exchange: Exchange) => Exchange): Kill {
  return {
    requirement: "AUTH-32",
    title: "an action refused for its token shows in the state",
    accept: (story) => {
      const trace = story.create();
      around(story, trace, () => story.act(trace, {}, { defects: [{ where: "token", what: "none" }] }));
    },
    reject: last("state", change, "v2"),
  };
}

const state = guarded.findIndex(({ kind, face }) => kind === "state" && face === "v2");

export const authenticationKills: readonly Kill[] = [
  {
    ...kill(guarded[state] as Guarded, 1 + state, "none"),
    title: "the state is refused without a token, and stands beside the error",
    reject: refusedWithTheMarker("state", "v2"),
  },
  ...guarded.map((operation, index) => kill(operation, 1 + index, index % 4 === 3 ? "empty" : "none")),
  ...guarded.map((operation, index) => kill(operation, 1 + index, otherDoors[index % otherDoors.length] ?? "none")),
  ...guarded.map((operation, index) =>
    kill(operation, 16 + index, inventedTokens[index % inventedTokens.length] ?? "garbage"),
  ),
  leftAMarker(data((shown) => ({ ...shown, tcMark: "the refused one" }))),
];
