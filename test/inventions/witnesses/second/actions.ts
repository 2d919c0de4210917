import { isUuid } from "../../../stand-ins/lib/json.ts";
import { attach, digestsIn, same, type Witnesses } from "../tools.ts";

export const actions: Witnesses = {
  "repeated-action-swallowed": async (api) => {
    const id = await api.trace("v2");
    for (let n = 0; n < 2; n += 1) await api.append("v2", id, { data: { a: 1 } });
    return (await api.details("v2", id)).totalCount !== 3;
  },
  "created-before-stored": async (api) => {
    const id = await api.trace("v2", { files: [{ name: "a.txt", data: "a" }] });
    return (await api.send("GET", `/v2/traces/${id}/state`)).status !== 200;
  },
  "undashed-with-files": async (api) => {
    const { data } = await api.append("v2", await api.trace("v2"), { files: [{ name: "a.txt", data: "a" }] });
    return !isUuid(String(data));
  },
  "legacy-ids-unknown-to-v2": async (api) =>
    (await api.send("GET", `/v2/traces/${await api.trace("legacy")}/state`)).status !== 200,
  "deadlock-between-faces": async (api) => {
    const id = await api.trace("v2");
    for (let turn = 0; turn < 5; turn += 1) {
      const answers = await Promise.all([api.append("v2", id), api.append("legacy", id)]);
      if (answers.some(({ status }) => status !== 200)) return true;
    }
    return false;
  },
  "refused-files-kept": async (api) => {
    const files = [{ name: "a.txt", data: "refused" }];
    const [digest = ""] = (await attach(api, files)).digests;
    const id = await api.trace("v2");
    await api.append("v2", id, { key: "none", files });
    return (await digestsIn(api, id)).length === 0 && (await api.file(id, digest)).status === 200;
  },
  "deep-json-overflows": async (api) => {
    const data = JSON.parse(`${'{"a":'.repeat(80)}1${"}".repeat(80)}`) as { a: number };
    return (await api.create("v2", { data })).status >= 500;
  },
  "parallel-creations-answer-alike": async (api) => {
    const ids = await Promise.all([1, 2, 3, 4].map((n) => api.trace("legacy", { data: { n } })));
    const states = await Promise.all(ids.map((id) => api.state("v2", id)));
    return states.some((state, index) => !same(state, { n: index + 1 }));
  },
  "data-of-the-last": async (api) => {
    await api.trace("v2", { data: { a: "private" } });
    const id = await api.trace("legacy", { data: {} });
    await api.trace("v2", { data: { a: "private" } });
    await api.append("v2", id);
    return !same(await api.state("v2", id), {});
  },
};
