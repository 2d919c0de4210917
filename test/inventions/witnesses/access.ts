import type { Witnesses } from "./tools.ts";

export const access: Witnesses = {
  "password-first-eight": async (api) => {
    const { email, password } = api.target.credentials;
    return (await api.login("/v2/login/credential", { email, password: `${password}!` })).status === 200;
  },
  "password-as-query-operator": async (api) => {
    const { email } = api.target.credentials;
    return (await api.login("/login/credential", { email, password: { $ne: "" } })).status === 200;
  },
  "guest-token": async (api) => (await api.login("/v2/login/privateKey", { privateKey: "nobody's" })).status === 200,
  "padded-signature": async (api) => {
    await api.login("/v2/login/privateKey");
    return !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(api.token ?? "") && (await api.list("v2")).status === 200;
  },
  "key-token-not-for-legacy": async (api) => {
    await api.login("/v2/login/privateKey");
    return (await api.list("legacy")).status !== 200;
  },
  "empty-signature": async (api) => {
    api.token = api.token?.replace(/[^.]*$/, "");
    return (await api.list("v2")).status === 200;
  },
  "tokenless-link-stored": async (api) => {
    const id = await api.trace("v2");
    const { token } = api;
    api.token = undefined;
    const { status } = await api.append("legacy", id);
    api.token = token;
    return status === 401 && (await api.details("v2", id)).totalCount === 2;
  },
  "foreign-action": async (api) => {
    const id = await api.trace("v2");
    await api.login("/login/credential", { ...api.target.secondUser });
    return (await api.append("v2", id)).status === 200;
  },
};
