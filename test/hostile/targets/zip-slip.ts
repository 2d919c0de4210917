import AdmZip from "adm-zip";
import { zip } from "../../lib/service/zip.ts";
import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

/** The name under which a careless unpacker would write outside of its folder. */
export const slippedName = "trace-conformance-slipped.txt";

export const zipSlip: HostileTarget = {
  id: "zip-slip",
  behaviour: "The archives hold the right files under names that lead out of the folder, up or from the root.",
  start: faulty(["v2DownloadFiles", "legacyDownloadFiles"], async (_, { send, honest }) => {
    const reply = await honest();
    if (reply.status !== 200) return send(reply);
    const entries = new AdmZip(reply.body).getEntries();
    const renamed = entries.map((entry, number) => ({
      name: number % 2 === 0 ? `../../${String(number)}-${slippedName}` : `/tmp/${String(number)}-${slippedName}`,
      data: entry.getData(),
    }));
    send({ ...reply, body: zip(renamed, { deflate: true }) });
  }),
  verdict: "conformant",
  findings: ["FILES-10"],
};
