/** What is open about workflows as processes: which action may come next on a trace. */
import { defineOpenPoints } from "./define.ts";
import { anyObject, count, either, flag, jsonPath, listOf, mapOf, oneOf, record, text } from "./value-schemas.ts";

/** What every action of a workflow must meet; each member is one way to say it, and all of them count. */
const members = {
  /** By an action that changes what may come next: what may come once it was the last such action. */
  next: mapOf(listOf(text)),
  /** By an action: all of these must have been done before. */
  after: mapOf(listOf(text)),
  /** By an action: none of these may have been done before. */
  before: mapOf(listOf(text)),
  /** By an action: how often it may be done on one trace. */
  atMost: mapOf(count),
  /** So many of these actions together may be done on one trace, such as those of one group. */
  together: listOf(record({ keys: listOf(text), most: count })),
  /** Nothing comes after one of these. */
  ends: listOf(text),
  /** By an action: nothing comes after it was done so often. */
  endsAfter: mapOf(count),
  /** A trace has no more actions than this, the creation among them. */
  mostActions: count,
  /** The sequences that were accepted, where no rule explains them; nothing else is tried. */
  paths: listOf(listOf(text)),
};
const rules = record(
  {},
  {
    ...members,
    /** By the action with which a trace was begun: what holds for such traces alone, where several begin them. */
    begunWith: mapOf(record({}, members)),
  },
);

/** What was done before that keeps a user from an action. */
const barringKind = either(
  oneOf("creator", "last", "same"),
  either(
    either(record({ notWho: text }), record({ onlyWho: text })),
    either(record({ sameSince: text }), record({ sameTimes: count })),
  ),
);

export const processOpenPoints = defineOpenPoints({
  "action-forms": {
    question: "Which data does an action want, where the configuration does not say all of it?",
    section: "Action input (creation of a trace and appending of an action)",
    quotes: [
      {
        section: "Action input (creation of a trace and appending of an action)",
        quote: "| data (legacy) / traceInput (v2) | JSON object | The data of the action. |",
      },
    ],
    readings: [
      { name: "any", description: "plain data of any members are taken" },
      { name: "members", description: "data must have certain members, which refusals name" },
      {
        name: "rules",
        description: "some members come only as in data that were taken, as a schema does not tell all rules",
      },
    ],
    example: {
      "2041": { open: { type: "object", required: ["subject"], properties: { subject: { type: "string" } } } },
    },
    /** JSON Schemas, by the id of the workflow and the key of the action. */
    valueSchema: mapOf(mapOf(anyObject)),
  },
  "action-gating": {
    question: "Which action may come next on a trace?",
    section: "States and transitions",
    quotes: [
      {
        section: "States and transitions",
        quote: "Transitions: not shown. No lifecycle states are named for traces, links or workflows.",
      },
    ],
    readings: [
      { name: "free", description: "any action of the workflow, at any time" },
      { name: "listed", description: "the actions that the state lists, at a path below it" },
      { name: "ordered", description: "the actions that follow from those done before, by rules" },
      { name: "unclear", description: "not every action at any time, and by no rule that was recognised" },
    ],
    example: { gating: "listed", path: ["nextActions"], by: "group" },
    /**
     * `by: group`: what stands at the path is a map from group labels to lists, or to objects that have the list at `below`;
     * `all`: it is one list of action keys; `entry`: one list whose entries name their groups, and an action, or a list of them
     * at `below`, or true or false; `action`: a map from action keys to true or false, or to the groups that may do it.
     * `key` and `group`: the members of an entry that hold the action and who may do it, where they have other names.
     */
    valueSchema: record(
      { gating: oneOf("free", "listed", "ordered", "unclear") },
      {
        path: jsonPath,
        by: oneOf("group", "all", "entry", "action"),
        below: jsonPath,
        key: text,
        group: text,
        /** By the id of the workflow: where its states list what may come, if that is another place. */
        lists: mapOf(
          record(
            { path: jsonPath, by: oneOf("group", "all", "entry", "action") },
            { below: jsonPath, key: text, group: text },
          ),
        ),
        /** Ids of workflows whose states list nothing at all: only what was tried tells what may come there. */
        listsNone: listOf(text),
        workflows: mapOf(rules),
        /**
         * By the id of the workflow: sequences of which the last action was taken, or listed, and was not at once again.
         * Absent where nobody looked.
         */
        once: mapOf(listOf(listOf(text))),
        /** Where content that was sent before is refused: on the same trace, or on any of the workflow. */
        duplicates: oneOf("trace", "workflow"),
        /**
         * By the id of the workflow and the key of the action: that another user of the group must do it than the creator of
         * the trace, than who did the last action, or than who did the same before. A list of keys: than the creator.
         * `notWho`: than who did the action of this key last; `onlyWho`: that nobody else may do it; `sameSince`: than who did the same
         * since that of this key was done last; `sameTimes`: than who did the same so often. `allotted`: that one user
         * of the group at a time may do it, whom nothing tells that was done.
         */
        byAnother: mapOf(
          either(
            listOf(text),
            mapOf(either(either(oneOf("allotted"), barringKind), record({ anyOf: listOf(barringKind) }))),
          ),
        ),
        /**
         * By the label of a group: the users who act for it, of those whose groups the configuration does not tell, where others
         * of these were refused in the same place. `first`, or `user-N` for entry N of `users`, from 0.
         */
        doneBy: mapOf(listOf(text)),
        /**
         * By the id of the workflow: keys of actions that were never taken, and not tried in each place that was reached: they
         * may come where nobody tried them.
         */
        untried: mapOf(listOf(text)),
        /** Keys of actions, by the id of the workflow, that no list names and that are taken at any time all the same. */
        outside: mapOf(listOf(text)),
        /**
         * Ids of workflows in which the data of earlier actions decide as well: the state did not list what the rules let
         * come, or what was refused after some data was taken after others.
         */
        byData: listOf(text),
        /**
         * By the id of the workflow: sequences of actions that were taken on several traces where the data of actions decide
         * what may come next. `with`: members of an action that decide, with the values that led on to the next ones; `without`:
         * such members that it left out. All others of its data may be any. `group`: for which group it was done, where it is open
         * to several. `asTaken`: the numbers and choices that it brought on a sequence that is taken to its end with these alone, as
         * where an amount is paid off in parts.
         */
        ways: mapOf(
          listOf(
            listOf(record({ key: text }, { with: anyObject, without: listOf(text), group: text, asTaken: anyObject })),
          ),
        ),
        /**
         * By the id of the workflow: keys of actions that begin traces by the configuration, and were refused each time,
         * through both faces, where there are others: who may begin one so, or with which data, is not known.
         */
        neverBegun: mapOf(listOf(text)),
        /**
         * By the id of the workflow: keys of actions of which each must bring texts of its own, such as a serial number: the
         * same ones were refused through both faces while other ones were taken.
         */
        ownTexts: mapOf(listOf(text)),
        /**
         * By the id of the workflow and a text of its examples that stands for what the service makes on each trace, such as a
         * reference number: where in the state that is shown. Actions name it as it is shown on their trace.
         */
        shown: mapOf(mapOf(jsonPath)),
        /** Ids of workflows in which the service draws what may come: traces of the same steps list different actions. */
        drawn: listOf(text),
        /**
         * By the id of the workflow and the key of the action: that it must bring a file (`some`), or one PDF alone (`pdf`), or
         * may bring none (`none`); or in parts: whether one is needed, how many it takes at most, the ends of file names that it
         * takes, whether it looks into them (`genuine`), and the member of its data that names the file (`namedBy`).
         */
        files: mapOf(
          mapOf(
            either(
              oneOf("some", "none", "pdf"),
              record(
                {},
                { needed: flag, least: count, most: count, types: listOf(text), genuine: flag, namedBy: text },
              ),
            ),
          ),
        ),
        /**
         * By the id of the workflow and the key of the action: what of it decides, beside the order of actions, whether it
         * is taken: its data, with what earlier actions brought; or its files, so that it is refused with or without.
         * `unknown`: it is refused again in the same place through both faces, and nobody knows what would be taken there.
         */
        byContent: mapOf(mapOf(oneOf("data", "with-files", "without-files", "unknown"))),
        /**
         * By the id of the workflow: the words, without what they name, in which actions are refused that no list names. One
         * of `byContent` that is listed and refused in these words is not refused for its content.
         */
        unlistedWords: mapOf(listOf(text)),
        /**
         * By the id of the workflow and the key of the action: which numbers are sent with it, of those that its form allows,
         * because others were refused where these were taken, as where no more may be shipped than was ordered. `needed`: no
         * member that the form does not ask for, as where one must name the newest revision if it is there. `turn`: the
         * examples of the configuration, one after the other on each trace, as where each of three trees is felled once.
         */
        numbers: mapOf(mapOf(oneOf("low", "high", "highest", "needed", "turn"))),
        /**
         * By the id of the workflow: keys of actions after which a trace is busy for a moment: its state lists nothing, and
         * whoever acts is told to come again.
         */
        busyAfter: mapOf(listOf(text)),
        /**
         * The user may create no more traces for now, whatever they hold: a quota is used up, or so many are open, and one
         * that comes to its end makes room for another.
         */
        creations: oneOf("used-up", "so-many-open"),
      },
    ),
  },
  "failing-effects": {
    question: "Do the effects of an action fail at times, so that it is answered with a server error and adds nothing?",
    section: "Errors",
    quotes: [
      {
        section: "Errors",
        quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
      },
    ],
    readings: [
      { name: "none seen", description: "a server error tells of a service that fails" },
      {
        name: "some",
        description:
          "certain actions, and nothing else, are answered so at times, leave no mark, and are taken when sent again",
      },
    ],
    example: { seen: true, keys: ["pay"], statuses: [502] },
    /** `keys`: of the actions. `statuses`: how they are answered then. */
    valueSchema: record({ seen: flag }, { keys: listOf(text), statuses: listOf(count) }),
  },
});
