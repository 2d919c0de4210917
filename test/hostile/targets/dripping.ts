import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const dripping: HostileTarget = {
  id: "dripping",
  behaviour: "Pages of links come a byte a second, so that something always arrives.",
  start: faulty(["v2TraceDetails"], async (_, { response, honest }) => {
    const { headers, body } = await honest();
    response.writeHead(200, { ...headers, "content-length": String(body.length) });
    let at = 0;
    const drip = setInterval(() => {
      if (response.destroyed || at >= body.length) return clearInterval(drip);
      response.write(body.subarray(at, ++at));
    }, 1_000);
    response.write(body.subarray(at, ++at));
    response.on("close", () => clearInterval(drip));
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-02"],
  limits: { timeoutMs: 700 },
};
