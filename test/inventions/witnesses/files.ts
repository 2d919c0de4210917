import AdmZip from "adm-zip";
import type { Json } from "../../stand-ins/lib/json.ts";
import { digestsOf } from "../smoke.ts";
import { pause } from "../tools.ts";
import { attach, zipQuery, type Witnesses } from "./tools.ts";

export const files: Witnesses = {
  "same-name-replaced": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "old" }]);
    await api.append("v2", id, { files: [{ name: "a.txt", data: "new" }] });
    return (await api.file(id, digests[0] ?? "")).text !== "old";
  },
  "empty-file-missing": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "first-trace-owns-content": async (api) => {
    await attach(api, [{ name: "a.txt", data: "twice" }]);
    const { id, digests } = await attach(api, [{ name: "b.txt", data: "twice" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "zip-skips-strangers": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    return (await api.zip("legacy", id, zipQuery([...digests, "0000"]))).status === 200;
  },
  "last-line-break-lost": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "line\r\n" }]);
    return (await api.file(id, digests[0] ?? "")).text !== "line\r\n";
  },
  "zip-cuts-at-64k": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.bin", data: Buffer.alloc(70_000, 7) }]);
    const archive = await api.zip("v2", id, zipQuery(digests));
    return new AdmZip(archive.bytes).getEntries()[0]?.getData().length !== 70_000;
  },
  "zip-checksums-missing": async (api) => {
    const data = [1, 2].map((n) => ({ name: `${String(n)}.txt`, data: `text ${String(n)}` }));
    const { id, digests } = await attach(api, data);
    const archive = await api.zip("v2", id, zipQuery(digests));
    return new AdmZip(archive.bytes).getEntries().some((entry) => entry.header.crc === 0);
  },
  "name-breaks-header": async (api) => {
    const { id, digests } = await attach(api, [{ name: "報告.txt", data: "a" }]);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "files-before-fields-lost": async (api) => {
    const id = await api.trace("v2", { files: [{ name: "a.txt", data: "a" }], filesFirst: true });
    return digestsOf((await api.details("v2", id)).links as Json).length === 0;
  },
  "files-cleaned-up": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }]);
    await pause(2300);
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "legacy-files-not-single": async (api) => {
    const { id, digests } = await attach(api, [{ name: "a.txt", data: "a" }], "legacy");
    return (await api.file(id, digests[0] ?? "")).status !== 200;
  },
  "parallel-uploads-share-name": async (api) => {
    const texts = ["a", "b", "c"];
    const made = await Promise.all(texts.map((data) => attach(api, [{ name: "same.txt", data }])));
    const back = await Promise.all(made.map(({ id, digests }) => api.file(id, digests[0] ?? "")));
    return back.some(({ text }, index) => text !== texts[index]);
  },
};
