import { nowhere, same, type Witnesses } from "./tools.ts";

export const actions: Witnesses = {
  "twin-creations-merged": async (api) => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => api.trace("v2", { data: { a: 1 } })));
    return new Set(ids).size < 4;
  },
  "created-with-201": async (api) => (await api.create("v2", { files: [{ name: "a", data: "a" }] })).status !== 200,
  "bare-uuid": async (api) => (await api.create("legacy")).body === undefined,
  "array-input-swallowed": async (api) => (await api.append("v2", await api.trace("v2"), { data: [1] })).status === 200,
  "refused-creation-found": async (api) => {
    await api.create("v2", { data: { a: "ghost" }, key: "none" });
    return !same(await api.search("v2", { a: "ghost" }), []);
  },
  "refused-action-counted": async (api) => {
    const id = await api.trace("v2");
    await api.append("v2", id, { key: "none" });
    return (await api.details("legacy", id)).totalCount !== 1;
  },
  "action-creates-trace": async (api) => (await api.append("v2", nowhere)).status === 200,
  "cut-off-form-hangs": (api) =>
    api
      .send(
        "POST",
        "/v2/traces",
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
        "multipart/form-data; boundary=x",
      )
      .then(
        () => false,
        () => true,
      ),
};
