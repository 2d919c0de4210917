/**
 * Open point `others-data`: whether who reads sees what another user sent. That user must see it: data that nobody sees
 * are no choice.
 */
import type { Turn } from "../../spec/readings/kept-members.ts";
import { markerIn } from "../../spec/readings/marker.ts";
import { senderOf } from "../../spec/readings/people.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Account, OperationStep } from "../../spec/vocabulary/script.ts";
import { onePoint, type ProbeContext } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { keptMembers } from "../process/shown/kept-members.ts";
import { omittedLinks } from "../process/shown/omitted-links.ts";
import { withheldLinks } from "../process/shown/withheld-links.ts";

export const othersData = onePoint(
  "others-data",
  { needs: ["action-gating", "details-error-member", "link-data", "state-data"], writes: true },
  async (context) => {
    const { people = [] } = context.target;
    const mayRead = (account: Account): boolean =>
      people.some((one) => one.account === account && one.may.includes("read"));
    const reader = people.find(({ may }) => may.includes("read"))?.account;
    const sent = inOrder(context.histories()).filter(
      (one) => one.intent.kind === "act" && succeeded(one) && markerOf(one) !== undefined,
    );
    const others = sent.filter((one) => senderOf(one) !== reader && mayRead(senderOf(one)));
    const [action] = others;
    const evidence = "Nobody was seen to read what another user had sent.";
    if (reader === undefined) return { value: { hidden: false }, evidence };
    const { omitted, ...shown } = await omittedLinks(context, context.reading("link-data"), reader, mayRead);
    const left = Object.values(omitted).flat();
    if (left.length > 0) {
      const told = `Links of ${left.join(", ")} are in no list of who did not send these, and in those of who did, through both faces.`;
      return { value: { hidden: false, omitted, ...shown }, evidence: told };
    }
    if (!action) return { value: { hidden: false }, evidence };
    const [seen, seenByItsSender] = [
      await isShown(context, action, reader),
      await isShown(context, action, senderOf(action)),
    ];
    if (seen || !seenByItsSender) {
      const told = seen
        ? "What another user sent is shown."
        : "What another user sent is not shown to that user either.";
      const withheld = await withheldLinks(context, context.reading("link-data"), reader, mayRead);
      const kept = await keptMembers(context, mayRead);
      const keys = Object.values(withheld).flat();
      const but =
        keys.length === 0
          ? []
          : [
              `Links of ${keys.join(", ")} are without data to who did not send these, and show them to who did, through both faces.`,
            ];
      const value = { hidden: false, ...(keys.length > 0 ? { withheld } : {}), ...kept };
      const evidences = [...(seen || keys.length === 0 ? [told] : []), ...but, ...keptTexts(kept)];
      return { value, evidence: evidences.join(" ") };
    }
    const told =
      "What another user sent is shown to that user, and to no other, neither in the state nor in the links.";
    // Such links may stand there without data, and keep the files from others as well.
    const withheld = await withheldLinks(context, context.reading("link-data"), reader, mayRead);
    const isWithheld = Object.keys(withheld).length > 0;
    return { value: { hidden: true, ...(isWithheld ? { withheld } : {}) }, evidence: told };
  },
);

/** In words, for each place: which members of what action are kept from whom. */
function keptTexts(kept: Awaited<ReturnType<typeof keptMembers>>): readonly string[] {
  return Object.entries(kept).flatMap(([where, byWorkflow]) =>
    Object.values(byWorkflow).flatMap((byKey) =>
      Object.entries(byKey).map(([key, members]) => {
        const names = Object.entries(members).map(
          ([name, member]) => `${name} to ${member.keptFrom.join(", ")}${timeText(member)}`,
        );
        const place = where === "links" ? "Links" : "States";
        return `${place} do not show of ${key}, on two traces and through both faces: ${names.join("; ")}; who sent it is shown it.`;
      }),
    ),
  );
}

const timeText = ({ until, since }: Turn): string =>
  [
    until === undefined ? "" : ` until ${until} was done`,
    until !== undefined && since !== undefined ? ", and" : "",
    since === undefined ? "" : ` since ${since} was done`,
  ].join("");

function markerOf({ intent }: Exchange): string | undefined {
  return intent.kind === "act" ? markerIn(intent.data, intent.markerAt) : undefined;
}

async function isShown({ run }: ProbeContext, action: Exchange, actor: Account): Promise<boolean> {
  const { intent } = action;
  if (intent.kind !== "act") return false;
  const common = { face: "v2", trace: intent.traceId, actor } as const;
  const steps: readonly OperationStep[] = [
    { op: "state", ...common },
    { op: "details", ...common, page: { last: 5 } },
  ];
  const exchanges = await run("what another user sent", [...steps]);
  const marker = markerOf(action) ?? "";
  return exchanges.some((one) => JSON.stringify(one.response?.json?.value ?? null).includes(marker));
}
