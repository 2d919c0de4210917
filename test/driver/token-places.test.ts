import { expect, test } from "vitest";
import { Cookies } from "../../driver/tokens/cookies.ts";
import { FileContents } from "../../driver/reproduction/file-contents.ts";
import { requestLines } from "../../driver/reproduction/request-lines.ts";
import { service } from "./lib/service.ts";
import { driverOf, environmentAt, script, startTarget } from "./lib/target.ts";

const first = { email: "canary@acme.example", password: "canary-password" };
const session = "s1-0123456789abcdef";
const list = { op: "workflows", face: "v2" } as const;

test("where the token goes in cookies, those go too that the user's logins set, whichever login it was", async () => {
  const target = await startTarget(
    service({
      before: ({ url }, response) => {
        if (url === "/login/credential")
          response.setHeader("set-cookie", ["lb=7; Path=/", `session=${session}; HttpOnly`]);
        else if (url.includes("/login/"))
          response.setHeader("set-cookie", "seen=once; Expires=Sun, 06 Nov 2094 08:49:37 GMT");
        return false;
      },
    }),
  );
  const driver = await driverOf(environmentAt(target.baseUrl, { first }));
  const { exchanges } = await driver.run(
    script(
      { op: "login", face: "legacy", method: "credential" },
      { op: "login", face: "v2", method: "credential", replace: { password: "wrong" } },
      { ...list, token: "elsewhere" },
      { ...list, token: "none" },
      list,
    ),
  );
  const sent = target.received.filter(({ url }) => url.includes("/workflows"));
  expect(sent.map(({ headers }) => headers.cookie?.split("; ").slice(3))).toEqual([
    ["lb=7", `session=${session}`, "seen=once"],
    undefined,
    undefined,
  ]);
  expect(sent[0]?.headers.authorization).toBeUndefined();
  expect(JSON.stringify(exchanges)).not.toContain(session);
  expect(exchanges.find(({ defects }) => defects[0]?.what === "elsewhere")?.request.headers["cookie"]).toContain(
    "session=«redacted»",
  );
});

test("cookies are read from a line of several, dates and all; what is no cookie is left out", () => {
  const secrets: string[] = [];
  const cookies = new Cookies((value) => secrets.push(value));
  cookies.hear("first", { "set-cookie": "a=1; Expires=Sun, 06 Nov 2094 08:49:37 GMT, b=two; Path=/, =none, c d=3" });
  cookies.hear("first", { "set-cookie": `b=${session}` });
  cookies.hear("second", {});
  expect(cookies.of("first")).toEqual([
    ["a", "1"],
    ["b", session],
  ]);
  expect(cookies.of("second")).toEqual([]);
  expect(secrets).toEqual([session]);
});

test("the scheme Basic carries email and password where they are known, and shows them nowhere", async () => {
  const target = await startTarget(service());
  const basic = { ...list, token: "basic-scheme" } as const;
  const driver = await driverOf(environmentAt(target.baseUrl, { first }));
  const { exchanges } = await driver.run(script(basic));
  const coded = Buffer.from(`${first.email}:${first.password}`).toString("base64");
  expect(target.received.at(-1)?.headers.authorization).toBe(`Basic ${coded}`);
  const [exchange] = exchanges;
  expect(exchange?.request.headers["authorization"]).toBe("Basic «redacted»");
  expect(JSON.stringify(exchanges)).not.toContain(coded);
  expect(
    exchange && requestLines(exchange, undefined, { learnt: [], marks: [], contents: new FileContents() }).join("\n"),
  ).toContain(`"\${TRACE_EMAIL:?}:\${TRACE_PASSWORD:?}" | base64`);
  const keyOnly = await driverOf(environmentAt(target.baseUrl));
  await keyOnly.run(script(basic));
  expect(target.received.at(-1)?.headers.authorization).toBe(
    `Basic ${Buffer.from("nobody:nothing").toString("base64")}`,
  );
});
