/** Each request is sent by a user who may do it. */
import { expect, test } from "vitest";
import { embeddedEnvironment } from "../../driver/index.ts";
import { accountFor } from "../../driver/execute/account.ts";
import type { BarredBy, Done } from "../../spec/readings/people.ts";
import { forbidden } from "../../spec/requirements/forbidden.ts";
import { operationById, type OperationId } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Account } from "../../spec/vocabulary/script.ts";
import type { Intent } from "../../spec/vocabulary/history.ts";

const environment = (users: readonly object[], first: object = {}) =>
  embeddedEnvironment("http://127.0.0.1", {
    credentials: { email: "ada@acme.example", password: "secret-ada", ...first },
    users: users.map((user, index) => ({ email: `u${index}@acme.example`, password: `secret-u${index}`, ...user })),
    workflows: [{ id: "2041", actions: [{ key: "approve", groupLabel: "sales" }] }],
  });
const step = { op: "state", face: "v2", trace: "t" } as const;
const nothingKnown: Profile = { readings: {} };
const approve = { kind: "act", workflow: 0, actionKey: "approve" };
const sender = (
  of: ReturnType<typeof environment>,
  id: OperationId,
  groupLabel?: string,
  { profile = nothingKnown, actor, done }: { profile?: Profile; actor?: Account; done?: readonly Done[] } = {},
) =>
  accountFor(
    of,
    {
      step: { ...step, ...(actor === undefined ? {} : { actor }) },
      request: { operation: operationById(id) },
      intent: (groupLabel === undefined ? { kind: "state" } : { ...approve, groupLabel }) as Intent,
    },
    profile,
    done,
  );

test("an action is done by a user who acts for its group, everything else by the first", () => {
  const target = environment([{ groups: ["sales"] }, { groups: ["warehouse", "sales"] }]);
  expect(sender(target, "v2AppendAction", "sales")).toBe("user-0");
  expect(sender(target, "v2AppendAction", "warehouse")).toBe("user-1");
  expect(sender(target, "v2AppendAction", "accounting")).toBe("first");
  expect(sender(target, "v2TraceState")).toBe("first");
});

test("an action that another must do than who usually does is done by the next of the group, if there is one", () => {
  const value = { gating: "free", byAnother: { "2041": ["approve"] } } as const;
  const profile: Profile = { readings: { "action-gating": { value, evidence: "seen" } } };
  const target = environment([{ groups: ["sales"] }, { groups: ["warehouse", "sales"] }]);
  expect(sender(target, "v2AppendAction", "sales", { profile })).toBe("user-1");
  expect(sender(target, "v2AppendAction", "warehouse", { profile })).toBe("first");
  expect(sender(environment([{ groups: ["sales"] }]), "v2AppendAction", "sales", { profile })).toBe("first");
});

test("a step that names a user is sent by that one, be it the first", () => {
  const target = environment([{ groups: ["sales"] }]);
  expect(sender(target, "v2AppendAction", "sales", { actor: "first" })).toBe("first");
  expect(sender(target, "v2AppendAction", "sales", { actor: "second" })).toBe("second");
});

test("a trace is read, and a workflow searched, by a user who has a part in the workflow", () => {
  const target = environment([{ groups: ["warehouse"] }, { groups: ["sales"] }], { groups: ["accounting"] });
  const reads = (intent: object, ofTrace?: number) =>
    accountFor(
      target,
      { step, request: { operation: operationById("v2TraceState") }, intent: intent as Intent },
      nothingKnown,
      [],
      ofTrace,
    );
  expect(reads({ kind: "state" }, 0)).toBe("user-1");
  expect(reads({ kind: "search", workflow: 0 })).toBe("user-1");
  expect(reads({ kind: "state" })).toBe("first");
  expect(reads({ kind: "workflows" })).toBe("first");
});

test("lists are read as who is shown every link, where others are not, and states as ever", () => {
  const target = environment([{ groups: ["sales"] }]);
  const value = { hidden: false, omitted: { "2041": ["approve"] }, wholeFor: "user-0" } as const;
  const reads = (kind: "details" | "state", profile: Profile, actor?: Account) =>
    accountFor(
      target,
      {
        step: { ...step, ...(actor === undefined ? {} : { actor }) },
        request: { operation: operationById("v2TraceDetails") },
        intent: { kind } as Intent,
      },
      profile,
    );
  const known: Profile = { readings: { "others-data": { value, evidence: "seen" } } };
  expect(reads("details", nothingKnown)).toBe("first");
  expect(reads("details", known)).toBe("user-0");
  expect(reads("details", known, "second")).toBe("second");
  expect(reads("state", known)).toBe("first");
});

test("who is kept from an action by what was done before lets a colleague do it", () => {
  const target = environment([{ groups: ["sales"] }, { groups: ["sales"] }]);
  const by = (kind: BarredBy): Profile => ({
    readings: {
      "action-gating": { value: { gating: "free", byAnother: { "2041": { approve: kind } } }, evidence: "seen" },
    },
  });
  const done = (...senders: readonly Account[]) => senders.map((one) => ({ key: "approve", sender: one }));
  const next = (kind: BarredBy, ...senders: readonly Account[]) =>
    sender(target, "v2AppendAction", "sales", { profile: by(kind), done: done(...senders) });
  expect(next("creator", "user-0", "user-1")).toBe("user-1");
  expect(next("creator", "user-1")).toBe("user-0");
  expect(next("last", "user-0")).toBe("user-1");
  expect(next("last", "user-0", "user-1")).toBe("user-0");
  expect(next("same", "user-0", "user-1")).toBe("first");
  expect(next("same")).toBe("user-0");
  expect(next({ notWho: "approve" }, "user-1", "user-0")).toBe("user-1");
  expect(next({ onlyWho: "approve" }, "user-0", "user-1")).toBe("user-1");
  expect(next({ sameSince: "other" }, "user-0")).toBe("user-1");
  expect(next({ sameSince: "approve" }, "user-0")).toBe("user-0");
  expect(next({ sameTimes: 2 }, "user-0")).toBe("user-0");
  expect(next({ sameTimes: 2 }, "user-0", "user-0")).toBe("user-1");
  expect(next({ onlyWho: "other" }, "user-0", "user-1")).toBe("user-0");
});

test("the first user may stand among the users as well, and is one person all the same", () => {
  const again = { email: "Ada@acme.example", groups: ["sales"], may: ["read", "write"] };
  const target = environment([{ groups: ["warehouse"] }, again, { groups: ["sales"] }]);
  expect(target.people?.map(({ account }) => account)).toEqual(["first", "user-0", "user-2"]);
  expect(target.people?.[0]).toMatchObject({ groups: ["sales"], may: ["read", "write"] });
  expect(sender(target, "v2AppendAction", "sales")).toBe("first");
});

test("whom a step names is sent, whatever is told of them", () => {
  const target = environment([{ groups: ["sales"] }, { groups: [], may: ["read"] }]);
  expect(sender(target, "v2AppendAction", "sales", { actor: "user-1" })).toBe("user-1");
});

test("who may not do something is not sent", () => {
  const target = environment([{ groups: ["sales"], may: ["write"] }, { may: ["search", "write"] }], { may: ["read"] });
  expect(sender(target, "v2TraceState")).toBe("first");
  expect(sender(target, "v2SearchTraces")).toBe("user-1");
  expect(sender(target, "v2AppendAction", "accounting")).toBe("user-1");
});

test("what nobody may do is not sent, and not judged, by name", () => {
  const target = environment([], { may: ["read", "write"] });
  expect(() => sender(target, "v2SearchTraces")).toThrow('no user of environment "embedded" may search');
  expect(forbidden({ operations: ["v2SearchTraces", "legacySearchTraces"] }, target)?.reason).toContain("may search");
  expect(forbidden({ operations: ["v2TraceState", "v2SearchTraces"] }, target)).toBeUndefined();
});

test("without a word of it the first user does everything", () => {
  expect(environment([]).people).toBeUndefined();
});

test("no password of any user is ever written", () => {
  expect(environment([{ groups: ["sales"] }]).secrets.redact("x secret-u0 y")).not.toContain("secret-u0");
});
