import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const lyingContentTypes: HostileTarget = {
  id: "lying-content-types",
  behaviour: "States say they are pictures, archives say they are JSON, errors of states say they are zip archives.",
  start: faulty(["v2TraceState", "legacyTraceState", "v2DownloadFiles"], async ({ operation }, { send, honest }) => {
    const reply = await honest();
    const type = operation === "v2DownloadFiles" ? "application/json" : "image/png";
    send({ ...reply, headers: { ...reply.headers, "content-type": reply.status < 300 ? type : "application/zip" } });
  }),
  verdict: "non-conformant",
  findings: ["STATUS-03", "FILES-12"],
};
