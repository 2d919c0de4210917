/** Answers that are hostile in what they say of a refusal. */
import { operations } from "../../../spec/operations.ts";
import { answering } from "./answer.ts";

const orders =
  "\u001b]0;owned\u0007\u009b2J\u202e\u2066\r\n::error::owned\n##[error]owned\n=cmd|' /C calc'!A0 | <b> ]]> ``` \u0000";

export const answersInErrors = [
  answering("errors-that-repeat", [
    {
      behaviour: "Errors repeat what they were sent, with orders to terminals, pages, tables and CI servers.",
      on: operations.filter(({ bearer }) => bearer).map(({ id }) => id),
      hook: async ({ url, body: sent }, { honest, send }) => {
        const reply = await honest();
        if (reply.status < 400) return send(reply);
        const told = { error: `${orders}${url} ${sent.toString("latin1")}`, [orders]: orders };
        send({ ...reply, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(told)) });
      },
    },
  ]),
];
