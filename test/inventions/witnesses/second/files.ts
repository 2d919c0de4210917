import AdmZip from "adm-zip";
import type { Act, Api } from "../../api.ts";
import { attach, digestsIn, zipQuery, type Witness, type Witnesses } from "../tools.ts";

const binary = Buffer.from([0, 255, 254, 128, 10]);

/** Whether a single file does not come back as it was sent. */
const changed =
  (data: string | Buffer, face: "v2" | "legacy" = "v2", name = "a.bin"): Witness =>
  async (api) => {
    const { id, digests } = await attach(api, [{ name, data }], face);
    return !(await api.file(id, digests[0] ?? "")).bytes.equals(Buffer.from(data));
  };

const several = (count: number, name = (n: number) => `${String(n)}.txt`): Act["files"] =>
  Array.from({ length: count }, (_, n) => ({ name: name(n), data: `text ${String(n)}` }));

const entries = async (api: Api, id: string, digests: string[], face: "v2" | "legacy" = "v2") =>
  new AdmZip((await api.zip(face, id, zipQuery(digests))).bytes).getEntries();

export const files: Witnesses = {
  "binary-as-text": changed(binary, "legacy"),
  "dashes-end-file": changed("one\r\n--two\r\nthree"),
  "ninth-file-dropped": async (api) => (await attach(api, several(9))).digests.length !== 9,
  "equal-beginnings-merged": async (api) => {
    const same = "x".repeat(1500);
    const { digests } = await attach(api, [
      { name: "a", data: `${same}a` },
      { name: "b", data: `${same}b` },
    ]);
    return digests.length !== 2;
  },
  "json-files-rewritten": changed('{ "a": 1 }\n', "v2", "a.json"),
  "second-download-empty": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    await api.file(id, digests[0] ?? "");
    return (await api.file(id, digests[0] ?? "")).text !== "a";
  },
  "digest-of-any-trace": async (api) => {
    const { digests } = await attach(api, [{ name: "a.txt", data: "mine" }]);
    return (await api.file(await api.trace("v2"), digests[0] ?? "")).status === 200;
  },
  "digest-by-prefix": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return (await api.file(id, digests[0]?.slice(0, 12) ?? "")).status === 200;
  },
  "full-blocks-only-counted": changed("x".repeat(2048)),

  "zip-names-collide": async (api) => {
    const { id, digests } = await attach(
      api,
      several(2, () => "same.txt"),
    );
    return (await entries(api, id, digests)).length !== 2;
  },
  "zip-of-ten": async (api) => {
    const { id, digests } = await attach(api, several(11));
    return (await entries(api, id, digests)).length !== 11;
  },
  "zip-names-shifted": async (api) => {
    const { id, digests } = await attach(api, several(3));
    const found = await entries(api, id, digests);
    return found.some((entry) => entry.getData().toString() !== `text ${entry.entryName.slice(0, 1)}`);
  },
  "zip-cached-by-trace": async (api) => {
    const { id, digests } = await attach(api, several(2));
    const [first = "", second = ""] = digests;
    await api.zip("v2", id, zipQuery([first]));
    return (await entries(api, id, [second], "legacy"))[0]?.getData().toString() !== "text 1";
  },
  "zip-of-latest-link": async (api) => {
    const { id } = await attach(api, [{ name: "a.txt", data: "a" }]);
    await api.append("v2", id, { files: [{ name: "b.txt", data: "b" }] });
    return (await api.zip("legacy", id, zipQuery(await digestsIn(api, id)))).status !== 200;
  },
  "zip-ends-early": async (api) => {
    const { id, digests } = await attach(api, several(6));
    return !(await api.zip("v2", id, zipQuery(digests))).bytes.includes("PK\x05\x06", 0, "latin1");
  },
};
