/** One fault is blamed once: what follows from it alone is no failure of its own, and what does not is. */
import { expect, test } from "vitest";
import { faces } from "../../spec/operations.ts";
import type { Exchange, History, Intent } from "../../spec/vocabulary/history.ts";
import { bytesAnswer, jsonAnswer } from "./support/answers.ts";
import { everyday, long } from "./support/everyday.ts";
import { answers, data, last, payload, status, type HistoryFault } from "./support/history-faults.ts";
import type { Story } from "./support/history.ts";
import { judgementsOf, told } from "./support/kill.ts";

/** The requirements that fail once the faults are in the story. */
function failed(tell: (story: Story) => void, ...faults: readonly HistoryFault[]): string[] {
  const { story, history } = told({ choices: undefined, tell });
  const faulty = faults.reduce((one, fault) => fault(one), history);
  const judgements = judgementsOf(faulty, story.choices).filter(({ outcome }) => outcome === "failed");
  return [...new Set(judgements.map(({ requirement }) => requirement))].toSorted();
}

/** Answers the first creation with another id, under which `use` does with its requests what it likes. */
function renamed(write: (id: string) => string, use: (exchange: Exchange) => Exchange): HistoryFault {
  return (history: History) => {
    const [created] = history.exchanges.filter(({ intent }) => intent.kind === "create");
    if (created === undefined) throw new Error("the story creates nothing");
    const id = String((payload((own) => own)(created).response?.json?.value as { data: string }).data);
    return {
      ...history,
      exchanges: history.exchanges.map((exchange) => {
        if (exchange === created) return payload((own) => write(String(own)))(exchange);
        const intent = JSON.parse(JSON.stringify(exchange.intent).replaceAll(id, write(id))) as Intent;
        const about = { ...exchange, intent };
        return "traceId" in intent && intent.traceId === write(id) ? use(about) : about;
      }),
    };
  };
}

/** A trace with files, read in every way; and then found. */
function readInEveryWay(story: Story): void {
  const trace = story.create({ members: { kind: "claim" }, files: ["first", "second"] });
  story.act(trace);
  for (const face of faces) {
    story.state(trace, { face });
    story.details(trace, {}, { face });
    story.files(trace, [story.fileOf(trace, 0)], { face });
  }
  story.file(trace, story.fileOf(trace, 1));
}

function found(story: Story): void {
  const trace = story.create({ members: { kind: "claim" } });
  story.state(trace);
  for (const face of faces) story.search({ kind: "claim" }, { includes: [trace] }, { face });
}

const inBraces = (id: string): string => `{${id}}`;
const withFront = (id: string): string => `urn:uuid:${id}`;
const refusedAs = (exchange: Exchange): Exchange => answers(jsonAnswer({ error: "no such trace" }, 400))(exchange);
const asItIs = (exchange: Exchange): Exchange => exchange;

test("of an id that is no UUID and that nothing takes, the creation alone is blamed", () => {
  expect(failed(readInEveryWay, renamed(inBraces, refusedAs))).toEqual(["CREATE-01"]);
});

test("a UUID that nothing takes is not excused so", () => {
  const fails = failed(
    readInEveryWay,
    renamed((id) => id, refusedAs),
  );
  expect(fails).toEqual(expect.arrayContaining(["CREATE-08", "REFUSE-03", "FILE-01"]));
});

test("an id that is no UUID and is taken is used, and what is wrong under it is blamed", () => {
  expect(failed(readInEveryWay, renamed(withFront, asItIs))).toEqual(["CREATE-01"]);
  const wrong = last(
    "state",
    data(() => ({})),
    "v2",
  );
  expect(failed(readInEveryWay, wrong, renamed(withFront, asItIs))).toContain("STATE-03");
});

test("searches cannot name such a trace; where they name others like it, they are judged", () => {
  expect(failed(found, renamed(withFront, asItIs))).toEqual(["CREATE-01"]);
  const othersAlone = payload(() => [withFront("00000000-0000-4000-8000-000000000000")]);
  const fails = failed(found, renamed(withFront, asItIs), last("search", othersAlone, "v2"));
  expect(fails).toEqual(expect.arrayContaining(["CREATE-01", "SEARCH-01", "SEARCH-03"]));
});

test("a token that opens nothing is the matter of its login; one that opens something is good elsewhere", () => {
  const tell = (story: Story): void => {
    story.login("credential", { adopt: true });
    story.workflows();
    story.workflows("acme", { face: "legacy" });
  };
  const refused = [last("workflows", status(401), "v2"), last("workflows", status(401), "legacy")];
  expect(failed(tell, ...refused)).toEqual(["LOGIN-06"]);
  expect(failed(tell, ...refused.slice(0, 1))).toEqual(["AUTH-31", "LOGIN-06", "REFUSE-03"]);
});

test("a token is good that is refused for one action with 403 and goes on opening its face", () => {
  const tell = (story: Story): void => {
    story.login("credential", { adopt: true });
    const trace = story.create();
    story.act(trace);
    story.state(trace);
    story.workflows();
  };
  const refused = last("act", answers(jsonAnswer({ error: "not your turn", data: null }, 403)));
  expect(failed(tell, refused)).not.toContain("LOGIN-06");
  expect(failed(tell, refused)).toContain("ACT-03");
  expect(failed(tell, last("act", status(401)))).toContain("LOGIN-06");
  expect(failed(tell, refused, last("state", status(403)), last("workflows", status(403)))).toContain("LOGIN-06");
});

test("an answer that has no body by its status is blamed for the status, one that lacks it for that", () => {
  const empty = { headers: {}, bytes: 0, sha256: "" };
  const list = (code: number): HistoryFault => last("workflows", answers({ status: code, ...empty }), "legacy");
  expect(failed(everyday, list(204))).toEqual(["STATUS-02"]);
  expect(failed(everyday, list(200))).toEqual(["STATUS-04"]);
});

test("a page in place of JSON is blamed for what it is, and not for its content type", () => {
  const page = last("workflows", answers(bytesAnswer(Buffer.from("<html></html>"), 200, "text/html")), "legacy");
  expect(failed(everyday, page)).toEqual(["STATUS-04"]);
});

test("a workflow that is listed twice is no other workflow, one more is", () => {
  const twice = payload((all) => [...(all as object[]), ...(all as object[])] as never);
  const more = payload((all) => [...(all as object[]), { workflowId: "1", workflowName: "New" }] as never);
  expect(failed(everyday, last("workflows", twice, "legacy"))).toEqual(["FLOW-04"]);
  expect(failed(everyday, last("workflows", more, "legacy"))).toContain("EQUIV-05");
});

test("a workflow is missed in a list of workflows, not in one with something else in it", () => {
  const fewer = payload((all) => (all as object[]).slice(1) as never);
  const other = payload((all) => [7, ...(all as object[]).slice(1)] as never);
  expect(failed(everyday, last("workflows", fewer, "legacy"))).toContain("FLOW-03");
  expect(failed(everyday, last("workflows", other, "legacy"))).not.toContain("FLOW-03");
});

test("a state and links that are none are not compared with others", () => {
  expect(
    failed(
      everyday,
      last(
        "state",
        payload(() => ({ state: null })),
        "legacy",
      ),
    ),
  ).toEqual(["STATE-02"]);
  const tell = (story: Story): void => void story.details(long(story, 3), {}, { face: "legacy" });
  const withNothing = payload((page) => ({ ...(page as object), links: [null, null, null, null] }) as never);
  expect(failed(tell, last("details", withNothing, "legacy"))).toEqual(["DETAILS-02"]);
});

test("a login that fails by itself wants no header by that", () => {
  const tell = (story: Story): void => void story.login("credential");
  const answered = (code: number): string[] => failed(tell, last("login-credential", status(code)));
  expect(answered(500)).toEqual(["REFUSE-03", "ROBUST-08"]);
  expect(answered(401)).toEqual(["LOGIN-09", "REFUSE-03"]);
});
