import { zip } from "../../lib/service/zip.ts";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

let bomb: Buffer | undefined;

export const crowdedZip: HostileTarget = {
  id: "crowded-zip",
  behaviour: "The v2 archive has 20,000 entries.",
  start: faulty(["v2DownloadFiles"], async (_, { send, honest }) => {
    const reply = await honest();
    if (reply.status !== 200) return send(reply);
    const data = Buffer.alloc(0);
    bomb ??= zip(
      Array.from({ length: 20_000 }, (_, number) => ({ name: `${String(number)}.txt`, data })),
      { deflate: true },
    );
    send({ status: 200, headers: { "content-type": "application/zip" }, body: bomb });
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
