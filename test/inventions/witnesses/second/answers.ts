import { randomBytes } from "node:crypto";
import { attach, zipQuery, type Witnesses } from "../tools.ts";

const unanswered = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => false,
    () => true,
  );

export const answers: Witnesses = {
  "answers-end-at-64k": async (api) => {
    const id = await api.trace("v2", { data: { text: "x".repeat(70_000) } });
    return (await api.detailsAnswer("v2", id)).body === undefined;
  },
  "length-in-characters": async (api) => {
    const id = await api.trace("v2", { data: { name: "Zoë" } });
    return (await api.detailsAnswer("legacy", id)).body === undefined;
  },
  "every-29th-fails": async (api) => {
    for (let n = 0; n < 29; n += 1) if ((await api.list("v2")).status !== 200) return true;
    return false;
  },
  "large-answers-as-text": async (api) => {
    const id = await api.trace("v2", { data: { text: "x".repeat(9000) } });
    return !(await api.detailsAnswer("v2", id)).type.startsWith("application/json");
  },
  "empty-state-204": async (api) => (await api.send("GET", `/trace/${await api.trace("legacy")}/state`)).status !== 200,
  "stack-in-refusal": async (api) =>
    /\n +at /.test(JSON.stringify((await api.detailsAnswer("v2", "x")).body ?? "").replaceAll("\\n", "\n")),
  "malformed-json-500": async (api) => {
    const workflow = api.target.workflows[0]?.id ?? "";
    return (await api.send("POST", `/trace/search/${workflow}`, "{", "application/json")).status >= 500;
  },
  "large-zip-breaks-off": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.bin", data: randomBytes(70_000) }]);
    return unanswered(api.zip("v2", id, zipQuery(digests)));
  },
  "bad-body-part-unanswered": (api) => {
    const form = new FormData();
    form.append("body", "{");
    return unanswered(api.send("POST", "/trace", form));
  },
  "parallel-downloads-wait": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return unanswered(Promise.all([1, 2].map(() => api.file(id, digests[0] ?? ""))));
  },
};
