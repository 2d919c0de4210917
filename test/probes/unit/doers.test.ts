/** Who does what on walks, where the configuration tells nobody's groups. */
import { expect, test } from "vitest";
import { Doers } from "../../../probes/process/walk/doers.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { Person } from "../../../spec/vocabulary/target.ts";

const may = ["read", "write", "search"] as const;
const untold: readonly Person[] = (["first", "user-0", "user-1"] as const).map((account) => ({ account, may }));
const sign = { key: "sign", groupLabel: "officers", creates: false, appends: true };
const workflow = { id: "2041", name: "Loans", actions: [sign] };

/** A `sign` on trace `t`, taken or refused. */
const signed = (actor: Account, status: 200 | 403): Exchange =>
  ({
    face: "legacy",
    actor,
    defects: [],
    traits: [],
    intent: { kind: "act", traceId: "t", actionKey: "sign", groupLabel: "officers", data: {} },
    response: { status, headers: {}, body: {} },
  }) as unknown as Exchange;

/** The first is refused; those named are let do it when they are asked in its place. */
async function afterTrials(people: readonly Person[], letIn: readonly Account[]) {
  const doers = new Doers(people);
  const asked: Account[] = [];
  const send = (by: Account) => {
    asked.push(by);
    return Promise.resolve(doers.seen([signed(by, letIn.includes(by) ? 200 : 403)], workflow)[0]);
  };
  await doers.instead({ action: sign, refused: signed("first", 403), trace: "t" }, send);
  return { doers, asked };
}

test("who is let do what others were refused acts for the group from then on, the others do not", async () => {
  const { doers, asked } = await afterTrials(untold, ["user-1"]);
  expect(asked).toEqual(["user-0", "user-1"]);
  expect(doers.assumed).toEqual({ officers: ["user-1"] });
  expect(doers.found).toEqual({});
  doers.passOver("officers", ["first", "user-0"], true);
  expect(doers.found).toEqual({ officers: ["user-1"] });
});

test("where all are refused, nobody is held for one of the group or for none", async () => {
  const { doers, asked } = await afterTrials(untold, []);
  expect(asked).toEqual(["user-0", "user-1"]);
  expect([doers.assumed, doers.found]).toEqual([{}, {}]);
});

test("where groups are told, only who acts for the group is asked, and nothing is found", async () => {
  const told = untold.map((one) => ({ ...one, groups: one.account === "user-0" ? ["clerks"] : ["officers"] }));
  const { doers, asked } = await afterTrials(told, ["user-1"]);
  expect(asked).toEqual(["user-1"]);
  expect([doers.assumed, doers.found]).toEqual([{}, {}]);
});

test("what another user is told of the form is sought as that one, and keeps the first from the action", async () => {
  const told = untold.map((one) => ({ ...one, groups: ["officers"] }));
  const refusedWith = (actor: Account, status: number, error: string): Exchange =>
    ({ ...signed(actor, 403), response: { status, headers: {}, json: { value: { error } } } }) as unknown as Exchange;
  const refusal = { action: sign, refused: refusedWith("first", 403, "not you"), trace: "t" };
  const act = { op: "act", face: "v2", trace: "t", data: {} } as const;
  const soughtAfter = async (answer: (by: Account) => Exchange, isFound: boolean) => {
    const doers = new Doers(told);
    doers.seen([signed("first", 200)], workflow);
    await doers.instead(refusal, (by) => Promise.resolve(answer(by)));
    const sought: unknown[] = [];
    const found = await doers.takenAsTold(refusal, () => {
      sought.push(doers.asTold([act]));
      if (isFound) doers.seen([signed("user-0", 200)], workflow);
      return Promise.resolve(isFound);
    });
    return { found, sought, later: doers.asTold([act]), kept: Object.keys(doers.barred.found) };
  };
  const ofForm = (by: Account) => refusedWith(by, 400, "tcRun is not known");
  const asOther = [[{ actor: "user-0", ...act }]];
  expect(await soughtAfter(ofForm, true)).toMatchObject({ found: true, sought: asOther, later: [act] });
  expect((await soughtAfter(ofForm, true)).kept).toEqual(["sign"]);
  expect(await soughtAfter(ofForm, false)).toMatchObject({ found: false, sought: asOther, kept: [] });
  // Who is told the same is no other.
  expect(await soughtAfter((by) => refusedWith(by, 403, "not you"), true)).toMatchObject({ found: false, sought: [] });
});
