import { zip } from "../../lib/service/zip.ts";
import { faultyBy, type HostileTarget } from "../lib/hostile-target.ts";

export const crowdedZip: HostileTarget = {
  id: "crowded-zip",
  behaviour: "The v2 archive has 20,000 entries.",
  start: faultyBy(
    () =>
      zip(
        Array.from({ length: 20_000 }, (_, number) => ({ name: `${String(number)}.txt`, data: Buffer.alloc(0) })),
        { deflate: true },
      ),
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
