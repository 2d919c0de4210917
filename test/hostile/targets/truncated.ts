import { faulty, type HostileTarget } from "../lib/hostile-target.ts";

export const truncated: HostileTarget = {
  id: "truncated",
  behaviour: "The single file is shorter than its Content-Length, and the connection is closed in good order.",
  start: faulty(["v2DownloadFile"], async (_, { socket, honest }) => {
    const { body } = await honest();
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${String(body.length + 100)}`;
    socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
  }),
  verdict: ["incomplete", "conformant"],
  findings: ["ROBUST-04"],
};
