import { zip } from "../../lib/service/zip.ts";
import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

export const lyingZipBomb: HostileTarget = {
  id: "lying-zip-bomb",
  behaviour: "The legacy archive has an entry that says it is 10 bytes and unpacks to 128 MiB.",
  start: faultyBy(
    () => zip([{ name: "a.txt", data: Buffer.alloc(128 * 1_048_576), declaredSize: 10 }], { deflate: true }),
    ["legacyDownloadFiles"],
    (bomb) =>
      async (_, { send, honest }) => {
        const reply = await honest();
        if (reply.status !== 200) return send(reply);
        send({ status: 200, headers: { "content-type": "application/zip" }, body: bomb });
      },
  ),
  verdict: "non-conformant",
  findings: ["FILES-06"],
  alsoAllowed: ["FILES-02", "FILES-03", "FILES-05"],
};
