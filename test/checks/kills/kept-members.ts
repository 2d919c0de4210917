/** A service that keeps one member of what others sent from readers, and gets something else wrong: that excuses none of it. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Kill } from "../support/kill.ts";
import type { Story } from "../support/history.ts";
import { last, links, payload, type Change, type HistoryFault } from "../support/history-faults.ts";

/** Another user quotes a price, of which the reader is not shown the margin. */
function quoted(story: Story): void {
  const trace = story.create({ members: { thing: "lamp" } });
  const quote = { actionKey: "quote", members: { cost: 12, margin: 3 } };
  story.act(trace, quote, { actor: "user-0" });
  for (const face of ["v2", "legacy"] as const) {
    story.details(trace, {}, { face });
    story.state(trace, { face });
  }
}

/** The same, read before and after the deal was closed. */
function closed(story: Story): void {
  const trace = story.create({ members: { thing: "lamp" } });
  story.act(trace, { actionKey: "quote", members: { cost: 12, margin: 3 } }, { actor: "user-0" });
  const read = (): void => {
    for (const face of ["v2", "legacy"] as const) {
      story.details(trace, {}, { face });
      story.state(trace, { face });
    }
  };
  read();
  story.act(trace, { actionKey: "close" });
  read();
}

/** Quoted again once the deal was closed, and read before and after it was closed again. */
function quotedAgain(story: Story): void {
  const trace = story.create({ members: { thing: "lamp" } });
  const quote = (): unknown =>
    story.act(trace, { actionKey: "quote", members: { cost: 12, margin: 3 } }, { actor: "user-0" });
  const close = (): unknown => story.act(trace, { actionKey: "close" });
  const read = (): void => {
    for (const face of ["v2", "legacy"] as const) {
      story.details(trace, {}, { face });
      story.state(trace, { face });
    }
  };
  for (const tell of [quote, read, close, read, quote, read, close, read]) tell();
}

/** What comes behind the first closing is kept until the next, or shown at once. */
function inRounds(requirement: RequirementId, title: string, each: true | undefined, reject: HistoryFault): Kill {
  const named = `beside a member that is kept until close${each ? " by each quote" : ""}, in two rounds, ${title}`;
  const keeps = { key: "quote", name: "margin", until: "close", ...(each ? { each } : {}) };
  return { requirement, title: named, choices: { keeps }, accept: quotedAgain, reject };
}

function turned(
  requirement: RequirementId,
  title: string,
  when: { readonly until?: string; readonly since?: string; readonly mask?: Json },
  reject: HistoryFault,
): Kill {
  const named = `beside a member that is kept from the reader ${Object.entries(when).flat().join(" ")}`;
  const keeps = { key: "quote", name: "margin", ...when };
  return { requirement, title: `${named}, ${title}`, choices: { keeps }, accept: closed, reject };
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, mask?: Json): Kill {
  const keeps = { key: "quote", name: "margin", ...(mask === undefined ? {} : { mask }) };
  const named = `beside a member that is kept from the reader${mask === undefined ? "" : `, as ${String(mask)}`}`;
  return { requirement, title: `${named}, ${title}`, choices: { keeps }, accept: quoted, reject };
}

/** The link with other data in this place. */
const data = (place: number, how: (data: JsonObject) => JsonObject): Change =>
  links((all) => all.map((one, at) => (at === place ? { ...one, data: how(one["data"] as JsonObject) } : one)));

const withoutCost = ({ cost: _, ...others }: JsonObject): JsonObject => others;
const withoutThing = ({ thing: _, ...others }: JsonObject): JsonObject => others;
const withoutMargin = ({ margin: _, ...others }: JsonObject): JsonObject => others;
const withMargin =
  (margin: Json) =>
  (one: JsonObject): JsonObject => ({ ...one, margin });

/** The state with other data. */
const state = (how: (data: JsonObject) => JsonObject): Change =>
  payload((answer) => {
    const { data: shown } = (answer as JsonObject)["state"] as JsonObject;
    return { state: { data: how(shown as JsonObject) } };
  });

export const keptMemberKills: readonly Kill[] = [
  of("DETAILS-07", "another is lost as well", last("details", data(1, withoutCost))),
  of("DETAILS-07", "another value stands in its place", last("details", data(1, withMargin(4)))),
  of("DETAILS-07", "another mask stands in its place", last("details", data(1, withMargin("none"))), "***"),
  of("DETAILS-07", "the mask is left out", last("details", data(1, withoutMargin)), "***"),
  of("DETAILS-07", "what the reader sent is lost", last("details", data(0, withoutThing))),
  of("STATE-03", "the state loses another as well", last("state", state(withoutCost))),
  of("STATE-03", "the state has another value in its place", last("state", state(withMargin(4)))),
  of("STATE-03", "the state has another mask in its place", last("state", state(withMargin("none"))), "***"),
  of("EQUIV-01", "the legacy state shows it", last("state", state(withMargin(3)), "legacy")),
  of("EQUIV-02", "the legacy face shows it", last("details", data(1, withMargin(3)), "legacy")),
  turned("DETAILS-07", "it stays hidden", { until: "close" }, last("details", data(1, withoutMargin))),
  turned("DETAILS-07", "its mask stays", { until: "close", mask: "***" }, last("details", data(1, withMargin("***")))),
  turned("DETAILS-07", "another is lost as well", { until: "close" }, last("details", data(1, withoutCost), "v2", 1)),
  turned("STATE-03", "it stays hidden in the state", { until: "close" }, last("state", state(withoutMargin))),
  turned("EQUIV-02", "the legacy face still hides it", { until: "close" }, last("details", data(1, withoutMargin))),
  turned("EQUIV-01", "the legacy state still hides it", { until: "close" }, last("state", state(withoutMargin))),
  turned("DETAILS-07", "it was hidden before", { since: "close" }, last("details", data(1, withoutMargin), "v2", 1)),
  turned("STATE-03", "the state hid it before", { since: "close" }, last("state", state(withoutMargin), "v2", 1)),
  inRounds("DETAILS-07", "it stays hidden", true, last("details", data(3, withoutMargin))),
  inRounds("DETAILS-07", "it stays hidden", undefined, last("details", data(3, withoutMargin))),
  inRounds("DETAILS-07", "that of the first is hidden again", true, last("details", data(1, withoutMargin), "v2", 1)),
  inRounds("EQUIV-02", "the legacy face shows it early", true, last("details", data(3, withMargin(3)), "legacy", 1)),
  inRounds("EQUIV-02", "the legacy face hides it", undefined, last("details", data(3, withoutMargin), "legacy", 1)),
  turned(
    "ACT-08",
    "the link is another one",
    { until: "close" },
    last(
      "details",
      links((all) => all.map((one) => ({ ...one, id: "another" }))),
    ),
  ),
];
