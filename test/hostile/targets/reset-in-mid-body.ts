import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const resetInMidBody: HostileTarget = {
  id: "reset-in-mid-body",
  behaviour: "Search answers are cut by a reset of the connection half-way through the body.",
  start: faulty(["v2SearchTraces"], async (_, { response, socket, honest }) => {
    const { headers, body } = await honest();
    response.writeHead(200, { ...headers, "content-length": String(body.length) });
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => socket.resetAndDestroy());
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-04"],
};
