/** Answers that give away what they refuse, whatever their status and type. */
import { expect, test } from "vitest";
import type { ReceivedResponse } from "../../spec/vocabulary/history.ts";
import { bytesAnswer, jsonAnswer } from "./support/answers.ts";
import type { Story } from "./support/history.ts";
import { failuresIn, judgementsOf, told } from "./support/kill.ts";

const noToken = { defects: [{ where: "token", what: "none" }] } as const;

function blamed(tell: (story: Story) => void): readonly string[] {
  const { history, story } = told({ choices: {}, tell });
  return failuresIn(judgementsOf(history, story.choices)).map((text) => text.split(" ", 1)[0] ?? "");
}

/** A refusal with something in it. */
const refusing = (data: unknown) => jsonAnswer({ error: "no", data } as never, 401);

test("a refused search names no trace", () => {
  const tell = (isTold: boolean) => (story: Story) => {
    const trace = story.create();
    story.search({}, {}, { ...noToken, face: "v2", answer: refusing(isTold ? [trace.id] : null) });
  };
  expect(blamed(tell(true))).toEqual(["AUTH-07"]);
  expect(blamed(tell(false))).toEqual([]);
});

test("nor does that of a stranger", () => {
  const tell = (isTold: boolean) => (story: Story) => {
    const trace = story.create();
    story.search({}, {}, { actor: "second", face: "v2", answer: refusing(isTold ? [trace.id] : null) });
  };
  expect(blamed(tell(true))).toEqual(["ISO-05"]);
  expect(blamed(tell(false))).toEqual([]);
});

test("a refused list names no workflow with its id", () => {
  const tell = (list: unknown) => (story: Story) => {
    story.workflows("acme", { ...noToken, answer: jsonAnswer(list as never, 401) });
  };
  const [own] = told({ choices: {}, tell: (story) => void story.create() }).story.target.workflows;
  expect(blamed(tell([{ workflowId: own?.id, workflowName: own?.name }]))).toHaveLength(1);
  expect(blamed(tell({ code: own?.id, message: "who are you?" }))).toEqual([]);
});

test("a file is one under any type", () => {
  const typed = (answer: ReturnType<typeof bytesAnswer>, type: string): typeof answer => ({
    ...answer,
    headers: { ...(answer as Pick<ReceivedResponse, "headers">).headers, "content-type": type },
  });
  const tell = (text: string) => (story: Story) => {
    const trace = story.create({ files: ["hello.html:<p>hello</p>"] });
    story.file(trace, story.fileOf(trace), {
      actor: "second",
      answer: typed(bytesAnswer(Buffer.from(text)), "text/html"),
    });
  };
  expect(blamed(tell("<p>hello</p>"))).toContain("ISO-03");
  expect(blamed(tell("<p>log in</p>"))).not.toContain("ISO-03");
});
