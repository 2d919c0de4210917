import { zip } from "../../lib/service/zip.ts";
import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

export const zipBomb: HostileTarget = {
  id: "zip-bomb",
  behaviour: "The v2 archive has an entry that says it is 1 GiB when unpacked.",
  start: faultyBy(
    () => zip([{ name: "a.txt", data: Buffer.alloc(1_048_576), declaredSize: 1_073_741_824 }], { deflate: true }),
    ["v2DownloadFiles"],
    (bomb) =>
      async (_, { send, honest }) => {
        const reply = await honest();
        if (reply.status !== 200) return send(reply);
        send({ status: 200, headers: { "content-type": "application/zip" }, body: bomb });
      },
  ),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
