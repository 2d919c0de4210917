/** Manners. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { bytesAnswer } from "../support/answers.ts";
import { everyday } from "../support/everyday.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import {
  answers,
  closed,
  document,
  fails,
  last,
  secret,
  status,
  type HistoryFault,
} from "../support/history-faults.ts";

function malformed(story: Story): void {
  story.create({}, { defects: [{ where: "body", what: "json-broken" }] });
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = malformed): Kill {
  return { requirement, title, accept, reject };
}

const insides = [
  "Error: boom\n    at Object.handle (/srv/app/dist/routes.js:12:7)",
  "Error: boom\n    at async file:///srv/app/main.js:1:1",
  'Traceback (most recent call last):\n  File "app.py", line 1',
  "java.lang.NullPointerException\n\tat com.example.Trace.read(Trace.java:42)",
  "at App.Run(String s) in C:\\app\\Run.cs:line 4",
  "goroutine 17 [running]:",
  "SQLSTATE[22P02]: invalid input",
];

export const robustnessKills: readonly Kill[] = [
  of("ROBUST-01", "broken JSON is answered with 500", last("create", status(500))),
  of("ROBUST-02", "a state is not answered in time", last("state", fails("timeout")), everyday),
  ...insides.map((text) =>
    of(
      "ROBUST-03",
      `an error shows ${text.slice(0, 24)}…`,
      last(
        "create",
        document(() => ({ message: "no", stack: text })),
      ),
    ),
  ),
  ...insides.map((text) =>
    of(
      "ROBUST-03",
      `a plain error shows ${text.slice(0, 24)}…`,
      last("create", answers(bytesAnswer(Buffer.from(text), 500, "text/plain"))),
    ),
  ),
  of("ROBUST-04", "the connection is cut", last("state", fails("reset")), everyday),
  of("ROBUST-05", "an error repeats the password", last("create", secret("password"))),
  of(
    "ROBUST-06",
    "an error says it is JSON and is not",
    last("create", answers(bytesAnswer(Buffer.from("<html>"), 400, "application/json"))),
  ),
  of("ROBUST-07", "a response has no end", last("state", fails("oversize")), everyday),
  of("ROBUST-08", "a plain request is answered by a machine that failed", last("state", status(503)), everyday),
  of("ROBUST-08", "a plain request gets no answer", last("details", fails("reset")), everyday),
  of(
    "ROBUST-08",
    "a plain request meets a connection that is closed though just used",
    last("details", closed),
    everyday,
  ),
  of("ROBUST-07", "a response is a bomb", last("files", fails("decompression")), everyday),
];
