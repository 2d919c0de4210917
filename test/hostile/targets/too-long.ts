import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const tooLong: HostileTarget = {
  id: "too-long",
  behaviour: "Behind the declared end of a state comes a second, forged response.",
  start: faulty(["v2TraceState"], async (_, { socket, honest }) => {
    const { body } = await honest();
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
    const forged = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n"forged"`;
    socket.write(Buffer.concat([Buffer.from(head), body, Buffer.from(forged)]));
  }),
  // The response itself is whole and right; what follows it must never be taken for the answer to another request.
  verdict: "conformant",
  findings: [],
  alsoAllowed: ["ROBUST-04"],
};
