/** Open point `details-error-member`: which value the required request member `error` of v2 details takes. */
import { brief } from "../../spec/readings/equal.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { DetailsStep } from "../../spec/vocabulary/script.ts";
import { speaksOfInput } from "../lib/speaks-of-input.ts";
import { statusText } from "../lib/wording.ts";
import { isNoise } from "../lib/noise.ts";
import { onePoint, unknown, type ProbeContext } from "../probe.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { pageIn } from "../seen/pages.ts";

const values: readonly Json[] = [null, "", {}, false, 0, [], "none", true, 1, "null"];

export const detailsErrorMember = onePoint("details-error-member", { needs: [] }, async (context) => {
  const { fixture, ask, pin } = context;
  const traces = [fixture.long, fixture.other].filter((trace) => trace !== undefined);
  const pinned = pin("details-error-member");
  const [first = null, ...rest] = [...(pinned ? [pinned.value] : []), ...values];
  // Nearly every target takes the first value, so the others are sent only where it is refused for every trace.
  const rounds = [
    ...traces.map(({ traceId }) => ({ traceId, values: [first] })),
    ...traces.slice(0, 1).map(({ traceId }) => ({ traceId, values: rest })),
  ];
  const tried: { readonly value: Json; readonly answer: Exchange | undefined }[] = [];
  // While the trace was written its links were read with the first value.
  const read = readBefore(context, traces[0]);
  if (read) tried.push({ value: first, answer: read });
  for (const round of read ? rounds.slice(1) : rounds) {
    if (tried.some(({ answer }) => pageIn(answer))) break;
    const answers = await ask(
      "a value of the request member error",
      round.values.map((value) => {
        const candidateFor = "details-error-member";
        const step: DetailsStep = { op: "details", face: "v2", trace: round.traceId, candidateFor };
        return { step, candidate: { "details-error-member": { value } } };
      }),
    );
    tried.push(...round.values.map((value, index) => ({ value, answer: answers[index] })));
  }
  const told = tried.map(({ value, answer }) => `${brief(value)} (${statusText(answer)})`);
  // An answer that cannot be read as a page still shows that the value is taken.
  const taken =
    tried.find(({ answer }) => pageIn(answer)) ?? tried.find(({ answer }) => answer !== undefined && succeeded(answer));
  if (!taken && tried.length > 0 && !tried.some(({ answer }) => speaksOfInput(answer))) {
    const evidence = `v2 details refused everything in a way that says nothing of the value (${told.join(", ")}); the most natural one is assumed.`;
    return { value: { value: first }, evidence };
  }
  if (!taken) {
    return unknown(`v2 details took none of the values that were sent: ${told.join(", ")}.`);
  }
  const evidence = `v2 details took \`error: ${brief(taken.value)}\`; tried: ${told.join(", ")}.`;
  return { value: { value: taken.value }, evidence };
});

function readBefore({ histories }: ProbeContext, trace: KnownTrace | undefined): Exchange | undefined {
  return histories()
    .flatMap(({ exchanges }) => exchanges)
    .find(
      (one) =>
        one.intent.kind === "details" &&
        one.intent.traceId === trace?.traceId &&
        one.candidateFor === "details-error-member" &&
        !isNoise(one),
    );
}
