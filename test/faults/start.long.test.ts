/** A service with any one fault still answers somehow: a fault that breaks everything would show nothing. */
import { describe, expect, it } from "vitest";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { faults } from "../../reference/faults/index.ts";
import { ofToday } from "../lib/of-today.ts";
import { startReference } from "../../reference/index.ts";

/** Every fault is started by the matrix too, so each day one part of them is enough here. */
const PARTS = 15;
const parts = ofToday(
  Array.from({ length: PARTS }, (_, part) => part),
  3,
).map((part) => [part + 1, faults.filter((_fault, index) => index % PARTS === part)] as const);

describe("a service with a fault", () => {
  it.each(parts)("starts and still answers (part %i)", async (_, part) => {
    const silent: string[] = [];
    for (const { id } of part) {
      const reference = await startReference({ faults: [id] });
      try {
        if (!(await answersSomehow(reference.baseUrl))) silent.push(id);
      } finally {
        await reference.close();
      }
    }
    expect(silent).toEqual([]);
  });
});

/** Whether a trace can be made and a state of it be read through either face: no fault is to break all ways at once. */
async function answersSomehow(baseUrl: string): Promise<boolean> {
  const { email, password, privateKey } = embeddedTarget.credentials;
  const logins: readonly (readonly [string, object])[] = [
    ["/v2/login/credential", { email, password }],
    ["/v2/login/privateKey", { privateKey }],
    ["/login/credential", { email, password }],
  ];
  for (const [path, body] of logins) {
    const login = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f]{8}(-[0-9a-f]+){4}|eyJ[\w-]+\.[\w-]+/.exec(
      await login.text(),
    )?.[0];
    if (token !== undefined && (await roundTrip(baseUrl, { authorization: `Bearer ${token}` }))) return true;
  }
  return false;
}

async function roundTrip(baseUrl: string, headers: Record<string, string>): Promise<boolean> {
  const data = JSON.stringify({ claimant: "Ada", amount: 12 });
  const v2 = new FormData();
  const legacy = new FormData();
  const fields = { workflowId: "2041", actionKey: "open", groupLabel: "clerks" };
  v2.append("traceInput", data);
  for (const [name, value] of Object.entries(fields)) v2.append(name, value);
  legacy.append("body", JSON.stringify({ data: JSON.parse(data) as unknown, ...fields }));
  for (const [path, body] of [
    ["/v2/traces", v2],
    ["/trace", legacy],
  ] as const) {
    const created = await fetch(`${baseUrl}${path}`, { method: "POST", headers, body });
    const traceId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(await created.text())?.[0];
    if (!created.ok || traceId === undefined) continue;
    for (const face of ["/v2/traces", "/trace"]) {
      const state = await fetch(`${baseUrl}${face}/${traceId}/state`, { headers });
      await state.text();
      if (state.ok) return true;
    }
  }
  return false;
}
