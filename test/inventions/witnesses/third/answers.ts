import { isObject } from "../../../stand-ins/lib/json.ts";
import { attach, chain, type Witnesses } from "../tools.ts";

export const answers: Witnesses = {
  "creation-as-html": async (api) => !(await api.create("legacy")).type.startsWith("application/json"),
  "key-login-without-error": async (api) => {
    const { privateKey = "" } = api.target.credentials;
    const { body } = await api.login("/v2/login/privateKey", { privateKey });
    return isObject(body) && !Object.hasOwn(body, "error");
  },
  "refused-action-200": async (api) => (await api.append("v2", await api.trace("v2"), { key: "none" })).status === 200,
  "unknown-file-bare": async (api) => {
    const { body } = await api.file(await api.trace("v2"), "0000");
    return isObject(body) && !Object.hasOwn(body, "data");
  },
  "list-begins-with-mark": async (api) => (await api.list("legacy")).bytes[0] === 0xef,
  "more-to-come-206": async (api) => (await api.detailsAnswer("v2", await chain(api, 2), { first: 1 })).status !== 200,
  "large-file-elsewhere": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.bin", data: Buffer.alloc(40_000, 7) }]);
    const response = await fetch(`${api.target.baseUrl}/v2/traces/${id}/file/${digests[0] ?? ""}`, {
      headers: { authorization: `Bearer ${api.token ?? ""}` },
      redirect: "manual",
    });
    return response.status !== 200;
  },
  "unchanged-state-304": async (api) => {
    const path = `/trace/${await api.trace("legacy")}/state`;
    await api.send("GET", path);
    return (await api.send("GET", path)).status !== 200;
  },
};
