import { isObject } from "../../../stand-ins/lib/json.ts";
import { same, type Witnesses } from "../tools.ts";

export const state: Witnesses = {
  "link-answer-knows-own-face": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    const { body } = await api.append("legacy", id, { data: { b: 2 } });
    return !same(isObject(body) && body["state"], { a: 1, b: 2 });
  },
  "files-member-overwritten": async (api) => {
    const act = { data: { files: ["mine"] }, files: [{ name: "a.txt", data: "a" }] };
    return !same(await api.state("v2", await api.trace("v2", act)), act.data);
  },
};
