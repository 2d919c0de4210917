/** Actions that are not for everybody, or begin no trace, by the configuration: whether they are refused is the target's choice. */
import type { Json } from "../json.ts";
import { resolvedSchema } from "../data-schemas/resolve.ts";
import type { ActionDescription, Person, WorkflowDescription } from "../vocabulary/target.ts";
import { actsFor } from "./people.ts";
import { propertiesOf } from "../data-schemas/properties.ts";

interface Configured {
  readonly workflows: readonly WorkflowDescription[];
  readonly people?: readonly Partial<Pick<Person, "account" | "groups" | "seenIn" | "may">>[];
}

export interface Unfit {
  /** Index of the workflow. */
  readonly workflow: number;
  readonly action: ActionDescription;
}

/** An action of each workflow that can follow others and begins no trace. */
export function notBeginning({ workflows }: Configured): readonly Unfit[] {
  return workflows.flatMap(({ actions }, workflow) => {
    const begins = new Set(actions.filter(({ creates }) => creates).map(({ key }) => key));
    const action = actions.find(({ key, appends }) => appends && !begins.has(key));
    return action && begins.size > 0 ? [{ workflow, action }] : [];
  });
}

/** The members that the form of an action wants, of those that create or are appended, for each workflow that has some. */
export function requiredMember(
  { workflows }: Configured,
  purpose: "creates" | "appends" = "creates",
): readonly (Unfit & { readonly member: string; readonly members: readonly string[] })[] {
  const all = requiredMembers({ workflows }, purpose);
  return all.filter(({ workflow }, index) => all.findIndex((one) => one.workflow === workflow) === index);
}

/** The same of all actions that want a member. */
export function requiredMembers(
  { workflows }: Configured,
  purpose: "creates" | "appends",
): readonly (Unfit & { readonly member: string; readonly members: readonly string[] })[] {
  return workflows.flatMap(({ actions }, workflow) =>
    actions
      .filter((action) => action[purpose])
      .flatMap((action) => {
        const { required, type } = action.dataSchema ?? {};
        const wanted = type === "object" && Array.isArray(required) ? (required as readonly Json[]) : [];
        const members = wanted.filter((member) => typeof member === "string");
        const [member] = members;
        return member === undefined ? [] : [{ workflow, action, member, members }];
      }),
  );
}

/** Actions whose form names a number or a boolean, of those that create or are appended: one for each workflow that has some. */
export function typedMembers(
  { workflows }: Configured,
  purpose: "creates" | "appends",
): readonly (Unfit & { readonly members: readonly string[] })[] {
  return workflows.flatMap(({ actions }, workflow) => {
    const [first] = actions
      .filter((action) => action[purpose])
      .flatMap((action) => {
        const schema = resolvedSchema(action.dataSchema ?? {}, action.dataSchema ?? {});
        const members = propertiesOf(schema).flatMap(([name, { type }]) => (typed.has(type) ? [name] : []));
        return members.length === 0 ? [] : [{ workflow, action, members }];
      });
    return first ? [first] : [];
  });
}

const typed: ReadonlySet<Json | undefined> = new Set(["integer", "number", "boolean"]);

/**
 * The actions that one of the users beside the first may not append, or create with, each with that user.
 * @param isFirstAmong true where the first of several users is among them
 */
export function notTheirs(
  { workflows, people = [] }: Configured,
  purpose: "creates" | "appends" = "appends",
  isFirstAmong = false,
): readonly (Unfit & Pick<Person, "account">)[] {
  return people.flatMap((person) => {
    const { account, may } = person;
    if (account === undefined || (account === "first" && !(isFirstAmong && people.length > 1))) return [];
    const lacks = ({ groupLabel }: ActionDescription): boolean =>
      may?.includes("write") === false || actsFor(person, groupLabel) === false;
    return workflows.flatMap(({ actions }, workflow) =>
      actions.filter((action) => action[purpose] && lacks(action)).map((action) => ({ workflow, action, account })),
    );
  });
}
