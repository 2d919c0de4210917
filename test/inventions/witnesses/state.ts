import { isObject, type JsonObject } from "../../stand-ins/lib/json.ts";
import { same, lost, type Witnesses } from "./tools.ts";

export const state: Witnesses = {
  "empty-states-shared": async (api) => {
    const [one, two] = [await api.trace("v2"), await api.trace("legacy")];
    await api.append("v2", one, { data: { a: 1 } });
    return !same(await api.state("v2", two), {});
  },
  "v2-state-cached": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.state("v2", id);
    await api.append("legacy", id, { data: { a: 2 } });
    return !same(await api.state("v2", id), { a: 2 });
  },
  "link-answer-merges-deeply": async (api) => {
    const id = await api.trace("v2", { data: { a: { b: 1 } } });
    const { body } = await api.append("legacy", id, { data: { a: { c: 1 } } });
    return !same(isObject(body) && body["state"], await api.state("legacy", id));
  },
  "legacy-state-in-latin1": lost({ name: "Jürgen" }, "legacy"),
  "reserved-names-lost": lost({ workflowId: "mine" }, "legacy"),
  "parallel-states-overwritten": async (api) => {
    const id = await api.trace("v2");
    await Promise.all([1, 2, 3].map((n) => api.append("v2", id, { data: { [`n${String(n)}`]: n } })));
    return Object.keys((await api.state("v2", id)) as JsonObject).length < 3;
  },
  "parallel-reads-mixed": async (api) => {
    const ids = await Promise.all([1, 2, 3, 4].map((n) => api.trace("v2", { data: { n } })));
    const states = await Promise.all(ids.map((id) => api.state("v2", id)));
    return states.some((state, index) => !same(state, { n: index + 1 }));
  },
};
