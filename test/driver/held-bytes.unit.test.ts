import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { HeldBytes } from "../../driver/execute/held-bytes.ts";

const [first, second, third] = [{ id: "first" }, { id: "second" }, { id: "third" }];

test("where much is kept, the script that began to keep goes on alone until it ends", async () => {
  const held = new HeldBytes(1_000_000);
  held.add(first, 600_000);
  expect(held.turn(second)).toBeUndefined();
  held.add(second, 600_000);
  expect(held.turn(first)).toBeUndefined();
  const went: string[] = [];
  const waiting = [second, third].map((script) => Promise.resolve(held.turn(script)).then(() => went.push(script.id)));
  await sleep(5);
  expect(went).toEqual([]);
  held.release(first);
  await Promise.all(waiting);
  expect(went).toEqual(["second", "third"]);
});

test("while there is still too much, the next in line alone goes on", async () => {
  const held = new HeldBytes(1_000_000);
  for (const script of [first, second, third]) held.add(script, 900_000);
  const went: string[] = [];
  const waiting = [third, second].map((script) => Promise.resolve(held.turn(script)).then(() => went.push(script.id)));
  held.release(first);
  await sleep(5);
  expect(went).toEqual(["second"]);
  held.release(second);
  await Promise.all(waiting);
  expect(went).toEqual(["second", "third"]);
});

test("small answers count for nothing", () => {
  const held = new HeldBytes(1_000_000);
  for (let count = 0; count < 100; count++) held.add(first, 60_000);
  expect(held.turn(second)).toBeUndefined();
});
