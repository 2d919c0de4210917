import { zip } from "../../lib/service/zip.ts";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

let bomb: Buffer | undefined;

export const zipBomb: HostileTarget = {
  id: "zip-bomb",
  behaviour: "The v2 archive has an entry that says it is 1 GiB when unpacked.",
  start: faulty(["v2DownloadFiles"], async (_, { send, honest }) => {
    const reply = await honest();
    if (reply.status !== 200) return send(reply);
    bomb ??= zip([{ name: "a.txt", data: Buffer.alloc(1_048_576), declaredSize: 1_073_741_824 }], { deflate: true });
    send({ status: 200, headers: { "content-type": "application/zip" }, body: bomb });
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-07"],
};
