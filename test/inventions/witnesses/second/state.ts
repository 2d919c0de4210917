import { isObject } from "../../../stand-ins/lib/json.ts";
import { pause } from "../../tools.ts";
import { chain, nowhere, same, type Witnesses } from "../tools.ts";

export const state: Witnesses = {
  "empty-action-clears": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("v2", id);
    return !same(await api.state("v2", id), { a: 1 });
  },
  "eighth-action-skipped": async (api) => !same(await api.state("v2", await chain(api, 8)), { n: 8 }),
  "same-value-removes": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("legacy", id, { data: { a: 1 } });
    return !same(await api.state("v2", id), { a: 1 });
  },
  "merged-by-action-key": async (api) => {
    const id = await api.trace("v2");
    await api.append("v2", id, { key: "settle", data: { a: "early" } });
    await api.append("v2", id, { key: "remark", data: { a: "late" } });
    return !same(await api.state("v2", id), { a: "late" });
  },
  "legacy-arrays-appended": async (api) => {
    const id = await api.trace("v2", { data: { list: [1] } });
    await api.append("legacy", id, { data: { list: [2] } });
    return !same(await api.state("v2", id), { list: [2] });
  },
  "replica-behind": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("v2", id, { data: { a: 2 } });
    const read = [await api.state("v2", id), await api.state("v2", id)];
    return !same(read, [{ a: 2 }, { a: 2 }]);
  },
  "link-answer-before-files": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    const { body } = await api.append("legacy", id, { data: { a: 2 }, files: [{ name: "a.txt", data: "a" }] });
    return !same(isObject(body) && body["state"], { a: 2 });
  },
  "write-behind-lost": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.append("legacy", id, { data: { a: 2 } });
    await pause(1200);
    return !same(await api.state("v2", id), { a: 2 });
  },
  "missing-trace-has-empty-state": async (api) => (await api.send("GET", `/trace/${nowhere}/state`)).status === 200,
  "refusal-sticks": async (api) => {
    const id = await api.trace("v2");
    await api.append("legacy", id, { key: "none" });
    return (await api.send("GET", `/v2/traces/${id}/state`)).status !== 200;
  },
};
