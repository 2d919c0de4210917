import { gzipSync } from "node:zlib";
import AdmZip from "adm-zip";
import type { Act } from "../../api.ts";
import { attach, digestsIn, zipQuery, type Witness, type Witnesses } from "../tools.ts";

/** Whether a file, attached among others, does not come back as it was sent. */
const changed =
  (file: NonNullable<Act["files"]>[number], before: Act["files"] = []): Witness =>
  async (api) => {
    const { id, digests } = await attach(api, [...before, file]);
    return !(await api.file(id, digests.at(-1) ?? "")).bytes.equals(Buffer.from(file.data));
  };

export const files: Witnesses = {
  "gz-name-sets-encoding": changed({ name: "a.gz", data: gzipSync("packed by the client") }),
  "download-in-base64": changed({ name: "a.bin", data: Buffer.from([0, 255, 128]) }),
  "upload-budget-shared": changed({ name: "b.txt", data: "b".repeat(70_000) }, [
    { name: "a.txt", data: "a".repeat(70_000) },
  ]),
  "zip-local-sizes-missing": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    const { bytes } = await api.zip("v2", id, zipQuery(digests));
    const follow = (bytes.readUInt16LE(6) & 8) !== 0;
    return !follow && bytes.readUInt32LE(22) !== 1;
  },
  "lone-file-unzipped": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return (await api.zip("legacy", id, zipQuery(digests))).text === "a";
  },
  "zip-other-face-empty": async (api) => {
    const { id } = await attach(api, [{ name: "a.txt", data: "a" }]);
    await api.append("legacy", id, { files: [{ name: "b.txt", data: "b" }] });
    const { bytes } = await api.zip("v2", id, zipQuery(await digestsIn(api, id)));
    return new AdmZip(bytes).getEntries().some((entry) => entry.getData().length === 0);
  },
  "zip-checks-first-digest": async (api) => {
    const other = await attach(api, [{ name: "b.txt", data: "theirs" }]);
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "mine" }]);
    return (await api.zip("v2", id, zipQuery([...digests, ...other.digests]))).status === 200;
  },
};
