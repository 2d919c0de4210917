/** What is open about links, the state and the actions behind them. */
import { defineOpenPoints } from "./define.ts";
import { stateFolds } from "./state-folds.ts";
import {
  anything,
  flag,
  jsonPath,
  listOf,
  mapOf,
  numberOrFlag,
  oneOf,
  orNull,
  record,
  status,
  text,
} from "./value-schemas.ts";

export const jsonTypes = ["string", "number", "boolean", "null", "array", "object"] as const;

/** Types of values that a state shows otherwise than they were sent: of the members of the data, and of what is in them. */
const computedTypes = record({}, { members: listOf(oneOf(...jsonTypes)), within: listOf(oneOf(...jsonTypes)) });

/** What is said of every state. */
const stateNeeds = {
  /** Where the data stand; null: nowhere (an opaque state). */
  path: orNull(jsonPath),
  /** How what stands there follows from the data of the actions, in link order. */
  fold: oneOf(...stateFolds),
  encoding: oneOf("json", "json-text", "base64-json"),
  /** Nothing but the data stands there. */
  exact: flag,
};

/** What is said of some states. */
const stateMore = {
  /** Members beside the data that the target computes, whatever is sent by the same name. */
  own: listOf(text),
  /** Texts that members of `own` were seen to have in turn, as a status has. */
  ownValues: mapOf(listOf(text)),
  /**
   * Members beside the place of the data, or beside what leads there, that do not repeat what was sent; where `path` is
   * null, those of which nobody sent the name.
   */
  beside: listOf(text),
  /** The data of the first action stand there, and of later ones only what the target computes of them. */
  ofFirst: flag,
  /** Keys of actions that leave the state as it was, while others change it. */
  silent: listOf(text),
  /** Where `path` is null: members that were sent and that it never shows, while it shows others that came with them. */
  absent: listOf(text),
  /** Where `path` is null: members that it never shows by their own name as they were sent, while it shows others so. */
  unnamed: listOf(text),
  /** Beside the data stands what members were before, so that filters may reach it. */
  former: flag,
  /** Members that are null are left out, or all that is empty, at any depth. */
  pruned: oneOf("null", "empty"),
  /** Types of values that are shown otherwise than they were sent, though links show them as sent. */
  computed: computedTypes,
  /** The same for other readers than the first user. */
  computedForOthers: computedTypes,
  /**
   * By the id of the workflow, keys of actions that end their trace, after which the state shows nothing more of what was
   * sent, but something else.
   */
  replacedAfter: mapOf(listOf(text)),
  /** Members that the target puts beside the data, by the keys of the actions by which it does. */
  made: mapOf(listOf(text)),
  /** By the key of an action, members that earlier ones brought and that stand there no more once it was done. */
  cleared: mapOf(listOf(text)),
  /** Each reader is shown the first action and those of the own groups alone. */
  ofGroups: flag,
  /** Readers who are shown a summary without anything that was sent, while others are shown the data; `user-N` is entry N of `users`. */
  summaryFor: listOf(text),
  /** Where the data are keyed by action, keys of actions whose data stand in a list. */
  listed: listOf(text),
  /**
   * Keys of actions that leave there what was, though links show their data: where the data are those of the last action,
   * or where the state has the data of these, whole, elsewhere.
   */
  passedOver: listOf(text),
};

/** By the id of the workflow, the key of the action and the name of a member of its data: who is shown it. */
const keptMembers = mapOf(
  mapOf(
    mapOf(
      record(
        /** Who is not shown the member: never, unless there is more. */
        { keptFrom: listOf(text) },
        {
          /** Who else than the sender is. */
          shownTo: listOf(text),
          /**
           * The action from which on they are shown it, and the one from which on they are not, where these come behind it: of
           * what was sent after them it is open.
           */
          until: text,
          since: text,
          /** What stands in its place, where anything does. */
          mask: anything,
        },
      ),
    ),
  ),
);

export const tracesOpenPoints = defineOpenPoints({
  "link-data": {
    question: "Where does the data of an action appear in its link?",
    section: "Link (element of a trace)",
    quotes: [{ section: "Link (element of a trace)", quote: "An object. Fields of a link: not shown." }],
    readings: [
      { name: "plain", description: "as a JSON value at a path below the link, alone or among other members" },
      { name: "encoded", description: "as JSON text, or as base64 of JSON text, at a path" },
      { name: "nowhere", description: "a link does not show the data" },
    ],
    example: { path: ["data"], encoding: "json", exact: true },
    /** `exact`: nothing but the data stands there. A null path: nowhere. `filled`: constants that stand there, and in the state, where an action left a member out. */
    valueSchema: record(
      { path: orNull(jsonPath), encoding: oneOf("json", "json-text", "base64-json"), exact: flag },
      { filled: mapOf(anything) },
    ),
  },
  "state-data": {
    question:
      "Where does the data of the actions appear in the state, and how is the data of several actions combined?",
    section: "Trace state",
    quotes: [
      { section: "Trace state", quote: "An object named `state`. Its keys and values: not shown." },
      {
        section: "States and transitions",
        quote: "The only state in the interface is the trace state data object, whose content is left open.",
      },
    ],
    readings: [
      { name: "shallow-merge", description: "the members of each action replace the members of the same name" },
      { name: "deep-merge", description: "objects are merged member by member at every depth" },
      { name: "deep-merge-concat", description: "as deep-merge, and arrays are put one behind the other" },
      { name: "deep-merge-by-index", description: "as deep-merge, and arrays are merged element by element" },
      { name: "deep-merge-union", description: "as deep-merge, and arrays grow by what they do not hold yet" },
      { name: "merge-patch", description: "RFC 7396: null removes a member" },
      { name: "replace", description: "the data of the last action" },
      { name: "first-wins", description: "a member keeps its first value" },
      { name: "keyed-by-action", description: "one member per action key, with the data of its last action" },
      { name: "keyed-by-group", description: "one member per group label, with the data of its last action" },
      {
        name: "keyed-by-action-…, keyed-by-group-…",
        description: "one member each, in which the data are combined by the rule behind it",
      },
      { name: "list-of-actions", description: "an array with one element per action" },
      { name: "opaque", description: "the state does not show the data as it was sent" },
    ],
    example: { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
    valueSchema: record(stateNeeds, {
      ...stateMore,
      /**
       * By the id of a workflow that is a process, whole numbers and flags that members of its states were seen to have in
       * turn, though nobody sent them.
       */
      ownNumbers: mapOf(mapOf(listOf(numberOrFlag))),
      /** By the id of a workflow the reading of its states, where they show the data otherwise than others, or not at all. */
      workflows: mapOf(record(stateNeeds, stateMore)),
    }),
  },
  "action-uuid": {
    question: "What does the UUID name that the v2 action answers?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote: "What the UUID string returned in `data` by the v2 action endpoint identifies: not shown.",
      },
    ],
    readings: [
      { name: "trace", description: "the trace to which the action was appended" },
      { name: "link", description: "the new link; a member of the link equals it" },
      { name: "other", description: "something else, new each time" },
    ],
    example: { names: "trace" },
    /** `link`: the member of the new link at `path` equals it. */
    valueSchema: record({ names: oneOf("trace", "link", "other") }, { path: jsonPath }),
  },
  "link-order": {
    question: "In which order do the links of a trace stand?",
    section: "v2 endpoints",
    quotes: [],
    readings: [
      { name: "oldest-first", description: "the link of the creation comes first" },
      { name: "newest-first", description: "the link of the last action comes first" },
      { name: "unknown", description: "the order does not follow from the order of the actions" },
    ],
    example: { order: "oldest-first" },
    valueSchema: record({ order: oneOf("oldest-first", "newest-first", "unknown") }),
  },
  "others-data": {
    question: "Is a reader shown the data of actions that other users sent?",
    section: "Trace state",
    quotes: [{ section: "Trace state", quote: "An object named `state`. Its keys and values: not shown." }],
    readings: [
      { name: "shown", description: "in the state or in the links, as far as other users sent anything" },
      { name: "hidden", description: "neither in the state nor in the links, where the user who sent them sees them" },
      {
        name: "withheld",
        description: "links of certain actions stand there without data, where the user who sent them sees them",
      },
      {
        name: "omitted",
        description: "links of certain actions are in no list, nor counted, where the user who sent them sees them",
      },
      {
        name: "members",
        description:
          "some readers are not shown certain members of what others sent, which the sender is shown: never, until some action was done behind theirs on the trace, or since",
      },
    ],
    example: { hidden: false, withheld: { "2041": ["result"] } },
    valueSchema: record(
      { hidden: flag },
      {
        /**
         * By the id of the workflow, keys of actions whose links both faces show without data to readers who did not send
         * them, at least for a time.
         */
        withheld: mapOf(listOf(text)),
        /** The same of actions whose links both faces leave out. */
        omitted: mapOf(listOf(text)),
        /** The user who is shown every link, on traces of others as well; `user-N` is entry N of `users`. */
        wholeFor: text,
        /** Members that links keep from some readers, through either face. */
        links: keptMembers,
        /** Members that states keep from some readers, through either face. */
        state: keptMembers,
      },
    ),
  },
  "own-links": {
    question: "Does the service append links by its own hand?",
    section: "What the service does",
    quotes: [{ section: "Link (element of a trace)", quote: "An object. Fields of a link: not shown." }],
    readings: [
      { name: "none seen", description: "every link stands for an action that was sent" },
      { name: "some", description: "links of actions that nobody sent, told by the action keys that they show" },
    ],
    example: { seen: true, path: ["actionKey"], keys: ["label"], after: ["ship"], members: ["label"] },
    /**
     * `path`: where links show the action key. `keys`: those of the service's own links. `after`: the actions that
     * they were seen to follow. `late`: they come some time after the action, and change the state only then. `members`:
     * the names of their data, which the state may show. `copies`: those of `keys` whose links repeat the data of an action.
     * `byHand`: those of `keys` that users do as well, and the service with data that nobody sent.
     */
    valueSchema: record(
      { seen: flag },
      {
        path: jsonPath,
        keys: listOf(text),
        after: listOf(text),
        late: flag,
        members: listOf(text),
        copies: listOf(text),
        byHand: listOf(text),
      },
    ),
  },
  "required-fields": {
    question: "Which of actionKey, workflowId, groupLabel and the data are required on creation and action?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote:
          "Which of `actionKey`, `workflowId`, `groupLabel` and `traceInput`/`data` are required on the creation and action endpoints: not shown.",
      },
    ],
    readings: [
      { name: "required", description: "a request without the field is refused" },
      { name: "optional", description: "a request without the field is accepted" },
    ],
    example: { v2CreateTrace: { groupLabel: "optional" } },
    valueSchema: mapOf(mapOf(oneOf("required", "optional"))),
  },
  "unknown-trace": {
    question: "How is a request answered that names a trace which does not exist?",
    section: "Errors",
    quotes: [
      {
        section: "Errors",
        quote: "Error status codes, error codes and the type and content of the `error` member: not shown.",
      },
    ],
    readings: [
      { name: "404", description: "with status 404" },
      {
        name: "another refusal",
        description: "with another status, such as 400 or 403, or with status 200 and the failure in the envelope",
      },
    ],
    example: { refused: true, status: 404 },
    valueSchema: record({ refused: flag, status }),
  },
  "volatile-members": {
    question: "Which members of the state and of a link change without a write?",
    section: "What the service does",
    quotes: [],
    readings: [
      { name: "none", description: "two reads without a write between give the same" },
      { name: "some", description: "members such as the time of the read, at their paths" },
    ],
    example: { state: [["readAt"]], link: [] },
    /** Paths below the state and below a link. */
    valueSchema: record({ state: listOf(jsonPath), link: listOf(jsonPath) }),
  },
});
