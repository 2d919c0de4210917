/**
 * What a configuration would say of the reference, for each of the workflows that faults and variants are tried on. The
 * embedded environment is that of a run without a configuration.
 */
import { embeddedTarget } from "./embedded-target.ts";

const { workflows: _open, ...people } = embeddedTarget;

/** The example process of `seed/default.yaml`: five actions of three groups, of which the user belongs to all. */
const orderToCash = {
  id: "2043",
  name: "Order to cash",
  actions: [
    { key: "order", groupLabel: "sales", creates: true },
    { key: "amend", groupLabel: "sales" },
    { key: "ship", groupLabel: "warehouse" },
    { key: "invoice", groupLabel: "accounting" },
    { key: "pay", groupLabel: "accounting" },
  ],
};

/** Of the order the form is told: without a customer there is none. */
const ordersByForm = {
  ...orderToCash,
  actions: orderToCash.actions.map((action) =>
    action.key === "order"
      ? { ...action, data: { type: "object", required: ["customer"], properties: { customer: { type: "string" } } } }
      : action,
  ),
};

/** Two users for one of its groups. */
const sam = { email: "sam@acme.example", password: "sales-opens-doors", groups: ["sales"] };

export const environments = {
  embedded: embeddedTarget,
  "order-to-cash": { ...people, workflows: [orderToCash] },
  "orders-by-form": { ...people, workflows: [ordersByForm] },
  "two-in-sales": { ...people, users: [sam], workflows: [orderToCash] },
} as const;

/** Names the workflows that a fault or a variant is tried on. */
export type EnvironmentName = keyof typeof environments;
