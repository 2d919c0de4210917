/** Messages about runs, for webhooks. */
export { notificationOf, type EndedRun } from "./notification.ts";
export { filledTemplate } from "./template.ts";
