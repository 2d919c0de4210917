/** Where a redirect may lead, by its address and by what DNS says of it. */
import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { kindOf } from "../../driver/client/addresses.ts";
import { Neighbourhood } from "../../driver/client/neighbourhood.ts";
import { hopTo, shownAddress } from "../../driver/client/redirects.ts";

test.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["127.0.0.1", "local"],
  ["127.9.9.9", "local"],
  ["10.1.2.3", "local"],
  ["172.31.0.1", "local"],
  ["172.32.0.1", "public"],
  ["192.168.1.1", "local"],
  ["100.64.0.1", "local"],
  ["::1", "local"],
  ["fd00::1", "local"],
  ["::ffff:127.0.0.1", "local"],
  ["::ffff:169.254.169.254", "special"],
  ["169.254.169.254", "special"],
  ["0.0.0.0", "special"],
  ["::", "special"],
  ["fe80::1", "special"],
  ["224.0.0.1", "special"],
  ["255.255.255.255", "special"],
  ["64:ff9b::7f00:1", "special"],
  ["2002:7f00:1::", "special"],
  ["no address", "special"],
] as const)("%s is %s", (address, kind) => {
  expect(kindOf(address)).toBe(kind);
});

const from = new URL("https://traces.example/base/v2/traces/t/file/d");
const far = new Neighbourhood("traces.example");
const near = new Neighbourhood("127.0.0.1");
const hop = (location: string, base = from, around = far): string => {
  const found = hopTo(location, base, around, (text) => text.includes("our-token"));
  return "to" in found ? found.to.href : found.refused;
};

test.each([
  ["https://store.example/b?sig=1#part", "https://store.example/b?sig=1"],
  ["//store.example/b", "https://store.example/b"],
  ["/store/1", "https://traces.example/store/1"],
  ["other", "https://traces.example/base/v2/traces/t/file/other"],
  ["https://93.184.216.34/", "https://93.184.216.34/"],
])("%s is gone after", (location, to) => {
  expect(hop(location)).toBe(to);
});

test.each([
  ["http://store.example/b", "https to http"],
  ["file:///etc/passwd", "file: is not followed"],
  ["javascript:alert(1)", "javascript: is not followed"],
  ["https://user:pass@store.example/", "user name"],
  ["https://store.example/?t=our-token", "credentials"],
  ["https://[", "no address"],
  ["https://127.0.0.1/", "this machine"],
  ["https://2130706433/", "this machine"],
  ["https://0x7f.1/", "this machine"],
  ["https://[::ffff:7f00:1]/", "this machine"],
  ["https://169.254.169.254/latest/meta-data", "this machine"],
  ["https://10.0.0.1/", "this machine"],
])("%s is not", (location, reason) => {
  expect(hop(location)).toContain(reason);
});

test("a target on this machine or its network may lead there, but to no service of a cloud", () => {
  const base = new URL("http://127.0.0.1:3000/v2/traces/t/file/d");
  expect(hop("http://127.0.0.1:9000/b", base, near)).toBe("http://127.0.0.1:9000/b");
  expect(hop("http://192.168.1.7/b", base, near)).toBe("http://192.168.1.7/b");
  expect(hop("http://169.254.169.254/", base, near)).toContain("this machine");
});

/** DNS as a table, in which a name may be answered otherwise from one time to the next. */
function dns(table: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked = new Map<string, number>();
  return (name: string, _: unknown, done: (error: null, addresses: LookupAddress[]) => void): void => {
    const answers = table[name] ?? [];
    const time = asked.get(name) ?? 0;
    asked.set(name, time + 1);
    const addresses = answers[Math.min(time, answers.length - 1)] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}
const connectsTo = (lookup: Neighbourhood["elsewhere"], name: string): Promise<string> =>
  new Promise((resolve) => {
    lookup(name, { all: true }, (error, addresses) => {
      resolve(
        error ? (error.code ?? "error") : JSON.stringify((addresses as LookupAddress[]).map(({ address }) => address)),
      );
    });
  });

test("a name is judged by all of its addresses, each time that it is connected to", async () => {
  const table = {
    "traces.example": [["93.184.216.34"]],
    "store.example": [["93.184.216.35"], ["127.0.0.1"]],
    "two.example": [["93.184.216.35", "10.0.0.1"]],
  };
  const around = new Neighbourhood("traces.example", dns(table));
  await connectsTo(around.ofTarget, "traces.example");
  expect(around.isLocal).toBe(false);
  expect(await connectsTo(around.elsewhere, "store.example")).toBe('["93.184.216.35"]');
  expect(await connectsTo(around.elsewhere, "store.example")).toBe("ERR_ADDRESS_NOT_ALLOWED");
  expect(await connectsTo(around.elsewhere, "two.example")).toBe("ERR_ADDRESS_NOT_ALLOWED");
  expect(await connectsTo(around.elsewhere, "nowhere.example")).toBe("ENOTFOUND");
});

test("a target is local only as long as all of its addresses ever were", async () => {
  const table = { "traces.example": [["127.0.0.1"], ["93.184.216.34"]], "store.lan": [["192.168.1.7"]] };
  const around = new Neighbourhood("traces.example", dns(table));
  expect(await connectsTo(around.elsewhere, "store.lan")).toBe("ERR_ADDRESS_NOT_ALLOWED");
  await connectsTo(around.ofTarget, "traces.example");
  expect(await connectsTo(around.elsewhere, "store.lan")).toBe('["192.168.1.7"]');
  await connectsTo(around.ofTarget, "traces.example");
  expect(await connectsTo(around.elsewhere, "store.lan")).toBe("ERR_ADDRESS_NOT_ALLOWED");
});

test("behind a proxy a name is looked up beforehand, and one that only the proxy knows is left to it", async () => {
  const table = { "traces.example": [["93.184.216.34"]], "store.example": [["10.0.0.1"]] };
  const around = new Neighbourhood("traces.example", dns(table));
  expect(await around.allowsName("store.example")).toBe(false);
  expect(await around.allowsName("unknown.example")).toBe(true);
});

test("of an address no more is shown than its host", () => {
  expect(shownAddress(new URL("https://store.example/bucket/key?sig=1"))).toBe("https://store.example/…");
  expect(shownAddress(new URL("https://store.example"))).toBe("https://store.example");
});
