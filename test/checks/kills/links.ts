/** Creations, actions, and the links that they become. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import { long } from "../support/everyday.ts";
import type { How, Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import {
  last,
  linkData,
  links,
  members,
  payload,
  succeedsWith,
  type Change,
  type HistoryFault,
} from "../support/history-faults.ts";

const uuid = "12345678-1234-4234-8234-123456789abc";

function threeActions(story: Story): void {
  const trace = story.create();
  story.details(trace);
  story.act(trace);
  story.details(trace);
  story.act(trace);
  story.details(trace);
  story.details(trace);
}

/** A form of one of the actions leaves no room for a marker. */
function oneUnmarked(story: Story): void {
  const trace = story.create();
  story.details(trace);
  story.act(trace, { data: { amount: 1 } });
  story.details(trace);
  story.act(trace);
  story.details(trace);
}

/** No form leaves room for one: links are told by their places alone. */
function noneMarked(story: Story): void {
  const trace = story.create({ data: { district: "N4" } });
  story.act(trace, { data: { valid: 412, invalid: 8 } });
  story.act(trace, { data: {} });
  story.details(trace);
}

function noneMarkedReadTwice(story: Story): void {
  const trace = story.create({ data: { district: "N4" } });
  story.act(trace, { data: { valid: 412, invalid: 8 } });
  story.details(trace);
  story.act(trace, { data: { valid: 3 } });
  story.details(trace);
}

/** The form of the creation alone leaves room for one, and another user did the rest. */
function twoOfAnother(story: Story): void {
  const trace = story.create();
  const sent: readonly JsonObject[] = [{ valid: 7 }, { valid: 412, invalid: 8 }];
  for (const data of sent) story.act(trace, { data }, { actor: "user-0" });
  story.details(trace);
}

/** The form of the creation alone leaves room for one. */
function oneOfFourMarked(story: Story): void {
  const trace = story.create();
  for (const valid of [7, 412, 15]) story.act(trace, { data: { valid } });
  story.details(trace);
}

const eachLink = (how: (data: JsonObject) => Json): Change =>
  links((all) => all.map((link) => ({ ...link, data: how(link["data"] as JsonObject) })));

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = threeActions): Kill {
  return { requirement, title, accept, reject };
}

function unknownTrace(requirement: RequirementId, kind: "act" | "details" | "state", traceId = uuid): Kill {
  const payloads = {
    act: uuid,
    details: { links: [], totalCount: 0, info: { hasNext: false, hasPrevious: false } },
    state: { state: {} },
  };
  const none = { id: traceId, index: 0 };
  const how: How = { defects: [{ where: "path", what: "unknown-trace" }] };
  return {
    requirement,
    title: `${kind} answers for ${traceId}, which is no trace`,
    accept: (story) => {
      if (kind === "act") story.act(none, {}, how);
      if (kind === "details") story.details(none, {}, how);
      if (kind === "state") story.state(none, how);
    },
    reject: last(kind, succeedsWith(payloads[kind])),
  };
}

export const linkKills: readonly Kill[] = [
  of(
    "CREATE-07",
    "two creations answer the same UUID",
    last(
      "create",
      payload(() => "aaaaaaa1-0000-4000-8000-00000000000a"),
    ),
    (story) => {
      story.create();
      story.create();
    },
  ),
  ...[uuid, "9"].map((workflowId) =>
    of(
      "CREATE-09",
      `a trace is created in the workflow ${workflowId}, which is none`,
      last("create", succeedsWith(uuid)),
      (story) => {
        story.create({ workflowId }, { defects: [{ where: "field", member: "workflowId", what: "replaced" }] });
      },
    ),
  ),
  of("CREATE-10", "a creation with broken JSON succeeds", last("create", succeedsWith(uuid)), (story) => {
    story.create({}, { defects: [{ where: "body", what: "json-broken" }] });
  }),
  of("ACT-10", "an action with broken JSON succeeds", last("act", succeedsWith({ state: {} })), (story) => {
    story.act(story.create(), {}, { face: "legacy", defects: [{ where: "body", what: "json-broken" }] });
  }),
  of("ACT-05", "an action becomes no link", last("details", members({ totalCount: 2 }))),
  of(
    "ACT-05",
    "an action on the id in capitals becomes no link of the trace",
    last("details", members({ totalCount: 1 })),
    (story) => {
      const trace = story.create();
      story.details(trace);
      story.act(trace, {}, { traits: ["path.other-case"] });
      story.details(trace);
    },
  ),
  of(
    "ACT-05",
    "an action becomes two links",
    last(
      "details",
      links((all) => all.map(() => all[0] ?? null)),
    ),
  ),
  of(
    "ACT-08",
    "an action changes an earlier link",
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "close" }))),
      "v2",
      1,
    ),
  ),
  of(
    "ACT-08",
    "an action without a marker changes an earlier link",
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "close" }))),
    ),
    oneUnmarked,
  ),
  of(
    "ACT-08",
    "an action changes an earlier link where none has a marker",
    last(
      "details",
      links((all) => all.map((link, at) => (at === 0 ? { ...link, actionKey: "close" } : link))),
    ),
    noneMarkedReadTwice,
  ),
  {
    requirement: "DATA-05",
    title: "a link shows nothing of its action but the state after it",
    choices: { snapshots: true },
    accept: threeActions,
    reject: last(
      "details",
      linkData(() => ({})),
    ),
  },
  of(
    "ACT-09",
    "an action answers the UUID of the trace where others name the link",
    last(
      "act",
      payload(() => "aaaaaaa1-0000-4000-8000-00000000000a"),
    ),
  ),
  of(
    "ACT-09",
    "two actions answer the same UUID",
    last(
      "act",
      payload(() => "aaaaaaa3-0000-4000-8000-00000000000a"),
    ),
  ),
  {
    requirement: "ACT-09",
    title: "an action answers something new where others name the trace",
    choices: { actionUuid: "trace" },
    accept: threeActions,
    reject: last(
      "act",
      payload(() => uuid),
    ),
  },
  unknownTrace("ACT-11", "act"),
  unknownTrace("DETAILS-10", "details"),
  unknownTrace("STATE-06", "state"),
  unknownTrace("REFUSE-04", "state", "not-a-uuid"),
  unknownTrace("REFUSE-04", "details", "1"),
  of("DETAILS-06", "totalCount counts too many", last("details", members({ totalCount: 4 }))),
  of(
    "DETAILS-06",
    "totalCount counts fewer for another user than it shows",
    last("details", members({ totalCount: 1 })),
    (story) => {
      const trace = long(story, 3);
      story.details(trace, {}, { actor: "user-0" });
    },
  ),
  of("DETAILS-06", "totalCount counts the page", last("details", members({ totalCount: 10 })), (story) => {
    const trace = long(story, 12);
    story.details(trace);
  }),
  of(
    "DETAILS-07",
    "a link lacks a member of the data",
    last(
      "details",
      linkData(({ tcMark }) => ({ tcMark: tcMark ?? null })),
    ),
  ),
  of(
    "DETAILS-07",
    "a link shows another value",
    last(
      "details",
      linkData((data) => ({ ...data, tcRun: "RUN" })),
    ),
  ),
  {
    requirement: "DETAILS-07",
    title: "a link of an action with a file shows a member that nobody sent and that names no file",
    accept: (story) => story.details(story.create({ files: ["first"] })),
    reject: last(
      "details",
      linkData((data) => ({ ...data, attached: ["second"] })),
    ),
  },
  {
    requirement: "DETAILS-07",
    title: "one of the links of an action that was sent twice shows another value",
    accept: (story) => {
      const trace = story.create();
      const same = { data: { tcRun: "run", tcMark: "mark-99-of-run", note: "the very same" } };
      for (const face of faces) story.act(trace, same, { face });
      story.details(trace);
    },
    reject: last(
      "details",
      linkData((data) => ({ ...data, note: "another" })),
    ),
  },
  of(
    "DETAILS-08",
    "links change their order",
    last(
      "details",
      links((all) => all.toReversed()),
    ),
  ),
  of(
    "DETAILS-08",
    "links change their order beside one without a marker",
    last(
      "details",
      links((all) => all.toReversed()),
    ),
    oneUnmarked,
  ),
  of(
    "DETAILS-08",
    "links change their order where the creation alone has a marker",
    last(
      "details",
      links((all) => [...all.slice(0, 1), ...all.slice(1).toReversed()]),
    ),
    oneOfFourMarked,
  ),
  ...[noneMarked, oneOfFourMarked].map((story) =>
    of(
      "DATA-02",
      `a number of an action without a marker is another in its link, where ${story === noneMarked ? "none has one" : "one has one"}`,
      last(
        "details",
        eachLink((data) => (data["valid"] === 412 ? { ...data, valid: 413 } : data)),
      ),
      story,
    ),
  ),
  of(
    "DETAILS-07",
    "the link of what another user sent last shows what that one sent before",
    last(
      "details",
      links((all) => all.map((link, at) => (at === 2 ? { ...link, data: { valid: 7 } } : link))),
    ),
    twoOfAnother,
  ),
  of(
    "DATA-05",
    "what came first stands in the link of what came after it",
    last(
      "details",
      links((all) => [...all.slice(0, 1), ...all.slice(1).toReversed()]),
    ),
    noneMarked,
  ),
  of(
    "DETAILS-09",
    "a link changes between two reads",
    last(
      "details",
      links((all) => all.map((link) => ({ ...link, actionKey: "close" }))),
    ),
  ),
  of(
    "DETAILS-11",
    "a link of nobody is shown",
    last(
      "details",
      linkData(() => ({ tcRun: "run", tcMark: "of-nobody" })),
    ),
  ),
  of(
    "DETAILS-11",
    "a link of another trace is shown",
    last(
      "details",
      linkData((data) => ({ ...data, tcMark: "mark-1-of-run" })),
    ),
    (story) => {
      story.create();
      story.details(story.create());
    },
  ),
];
