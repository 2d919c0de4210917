import { Api } from "../../api.ts";
import { same, type Witnesses } from "../tools.ts";

const stranger = async (api: Api): Promise<Api> => {
  const other = new Api(api.target);
  await other.login("/login/credential", { ...api.target.secondUser });
  return other;
};

export const access: Witnesses = {
  "legacy-email-ignored": async (api) => {
    const { password } = api.target.credentials;
    return (await api.login("/login/credential", { email: "nobody@nowhere.example", password })).status === 200;
  },
  "keys-share-one-user": async (api) => {
    await api.login("/v2/login/privateKey", { privateKey: api.target.secondUser?.privateKey ?? "" });
    return (await api.list("v2")).status === 200;
  },
  "refused-with-data": async (api) => {
    const id = await api.trace("v2", { data: { a: "secret" } });
    const answer = await (await stranger(api)).send("GET", `/v2/traces/${id}/state`);
    return answer.status !== 200 && !same(answer.data, null);
  },
  "creation-for-strangers": async (api) => (await (await stranger(api)).create("legacy")).status === 200,
  "list-for-latest-login": async (api) => {
    await stranger(api);
    return (await api.list("legacy")).status !== 200;
  },
  "second-login-gives-reference": async (api) => {
    await api.login();
    return !api.token?.includes(".") && (await api.list("v2")).status === 200;
  },
};
