import { isObject } from "../../../stand-ins/lib/json.ts";
import { Api } from "../../api.ts";
import { attach, listed, zipQuery, type Witnesses } from "../tools.ts";

export const access: Witnesses = {
  "zip-for-anyone": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    api.token = undefined;
    return (await api.zip("legacy", id, zipQuery(digests))).status === 200;
  },
  "token-carries-scheme": async (api) => {
    await api.login("/v2/login/privateKey");
    return api.token?.startsWith("Bearer ") ?? false;
  },
  "key-in-any-case": async (api) => {
    const privateKey = api.target.credentials.privateKey?.toUpperCase() ?? "";
    return (await api.login("/v2/login/privateKey", { privateKey })).status === 200;
  },
  "password-of-anyone": async (api) => {
    const { email } = api.target.credentials;
    const password = api.target.secondUser?.password ?? "";
    return (await api.login("/v2/login/credential", { email, password })).status === 200;
  },
  "signature-seen-before": async (api) => {
    await api.list("v2");
    const [head = "", payload = "", signature = ""] = api.token?.split(".") ?? [];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, extra: 1 })).toString("base64url");
    api.token = [head, forged, signature].join(".");
    return (await api.list("v2")).status === 200;
  },
  "legacy-token-cannot-download": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "current-user-shared": async (api) => {
    const other = new Api(api.target);
    await other.login("/login/credential", { ...api.target.secondUser });
    for (let turn = 0; turn < 5; turn += 1) {
      const [mine, theirs] = await Promise.all([api.list("v2"), other.list("v2")]);
      if (mine.status !== 200 || theirs.status === 200) return true;
    }
    return false;
  },
  "connection-remembers-token": async (api) => {
    // The client may take any of its open connections, so all are used with the token first.
    const thrice = () => Promise.all([1, 2, 3].map(() => api.list("v2")));
    await thrice();
    api.token = undefined;
    return (await thrice()).some(({ status }) => status === 200);
  },
  "search-for-strangers": async (api) => {
    const id = await api.trace("v2", { data: { a: 1 } });
    await api.login("/login/credential", { ...api.target.secondUser });
    return listed(await api.search("legacy", { a: 1 }), id);
  },
  "list-cached-for-all": async (api) => {
    await api.list("v2");
    api.token = undefined;
    return (await api.list("v2")).status === 200;
  },
  "password-left-out": async (api) => {
    const { email } = api.target.credentials;
    const { data } = await api.login("/v2/login/credential", { email });
    return isObject(data) && typeof data["token"] === "string";
  },
  "parallel-logins-share-user": async (api) => {
    const other = new Api(api.target);
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all([api.login(), other.login("/login/credential", { ...api.target.secondUser })]);
      const [mine, theirs] = [await api.list("v2"), await other.list("v2")];
      if (mine.status !== 200 || theirs.status === 200) return true;
    }
    return false;
  },
};
