import { describe, expect, it } from "vitest";
import { Api } from "./api.ts";
import { inventions, start, variations } from "./index.ts";
import { smoke } from "./smoke.ts";
import { witnesses } from "./witnesses/index.ts";

async function shows(id: string, service: string): Promise<boolean | undefined> {
  const running = await start(service);
  try {
    const api = new Api(running.target);
    await api.login();
    return await witnesses[id]?.(api);
  } finally {
    await running.close();
  }
}

describe("the service and its variations", () => {
  it.each(["none", ...variations.map(({ id }) => id)])("%s passes a run through all operations", async (id) => {
    const running = await start(id);
    try {
      await smoke(running.target);
    } finally {
      await running.close();
    }
  });
});

describe("the inventions", () => {
  it("have ids of their own and a witness each", () => {
    const ids = [...inventions, ...variations].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(witnesses).sort()).toEqual(inventions.map(({ id }) => id).sort());
  });

  it.each(inventions.map(({ id, lie }) => [id, lie]))("%s: %s", async (id) => {
    expect(await shows(id, id)).toBe(true);
    expect(await shows(id, "none")).toBe(false);
  });
});
