/** Logins: each method, what its token opens, and everything that must get no token. */
import { credentialDefects, jsonBodyDefects } from "../../../generators/index.ts";
import { wrongPasswordsOf } from "../../../driver/index.ts";
import { credentialReference } from "../../../spec/readings/credential-reference.ts";
import { actsFor, writersFor } from "../../../spec/readings/people.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import { faceOfOneWrongPassword } from "../../../spec/requirements/needs.ts";
import type { Account, Actor, LoginStep, OperationStep, ParallelStep, Step } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, dealt, inPieces, someFaces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { archives, reads, singles, states } from "../support/steps.ts";
import { begun } from "../support/processes/begun.ts";
import { wayTo } from "../support/processes/ways.ts";

type Way = Pick<LoginStep, "face" | "method">;
const area = "login";
const script = scriptsOf(area);

function ways(context: SuiteContext): readonly Way[] {
  return [
    ...(context.has.credential ? faces.map((face): Way => ({ face, method: "credential" })) : []),
    ...(context.has.privateKey ? [{ face: "v2", method: "private-key" } as const] : []),
  ];
}

/** Every operation with the token of this login: which login gave it out must make no difference. */
function methodScripts(context: SuiteContext) {
  // At depth quick each operation once, through either face, and one trace for each password.
  const isQuick = context.depth === "quick";
  const isShown = (index: number): boolean => !isQuick || index % 2 === 0;
  return ways(context).map(({ face, method }) =>
    script(context, `${face}-${method}`, "A login gives a token that opens both faces", (draft) => {
      const own = draft.doc({ begun: draft.marker().marker });
      const both = !isQuick || method === "private-key";
      return [
        { op: "login", face, method, adopt: true },
        { op: "create", face, as: "t", data: own, files: ownFiles(draft, 1) },
        ...(both ? [{ op: "create", face: otherFace(face), as: "u", data: draft.doc() } as const] : []),
        ...[
          ...faces.map((shown): OperationStep => {
            const step = { op: "act", face: shown, trace: "$t", data: draft.doc() } as const;
            return shown === face && method === "credential"
              ? { ...step, files: ownFiles(draft, 1), chunked: true }
              : step;
          }),
          ...reads("$t"),
          ...archives("$t", ["$t.0"]),
          ...(both ? states("$u") : []),
          ...faces.flatMap((shown): OperationStep[] => [
            { op: "search", face: shown, filters: { tcMark: `${draft.marker().marker}-of-no-trace` } },
            { op: "workflows", face: otherFace(shown) },
          ]),
        ].filter((_, index) => isShown(index + faces.indexOf(face))),
        ...singles("$t", ["$t.0"]),
        ...(method === "private-key" ? ofBothUsers(context) : []),
        ...(isQuick || (face === "v2" && method === "credential") ? [] : withTamperedTokens(face)),
        { op: "login", face, method, spelling: "units" },
        ...(method === "private-key" ? byPassword(context, own) : []),
      ];
    }),
  );
}

/** Tokens of this login are looked at as those of the usual one, with which all others are tampered. */
function withTamperedTokens(face: Face): readonly OperationStep[] {
  return [
    { op: "state", face, token: "signature-altered", trace: "$t" },
    { op: "state", face: otherFace(face), token: "alg-none", trace: "$t" },
  ];
}

/** What was begun in a session that a key opened is the same user's in one that a password opened. */
function byPassword({ depth, has }: SuiteContext, data: JsonObject): readonly OperationStep[] {
  if (depth === "quick" || !has.credential) return [];
  return [
    { op: "login", face: "v2", method: "credential", adopt: true },
    { op: "search", face: "v2", filters: { begun: data["begun"] ?? "" }, until: { includes: ["$t"] } },
  ];
}

/** Whose session a key opens is seen by what its user may see: the trace `$t` belongs to the first user. */
function ofBothUsers({ depth, has }: SuiteContext): readonly OperationStep[] {
  if (!has.secondUser || !has.separateOrganization) return [];
  // At depth quick each read once.
  const shown = depth === "quick" ? faces.slice(0, 1) : faces;
  return [
    { op: "login", face: "v2", method: "private-key", actor: "second", adopt: true },
    ...shown.flatMap((face): OperationStep[] => [
      { op: "state", face, actor: "second", trace: "$t" },
      { op: "workflows", face: depth === "quick" ? otherFace(face) : face, actor: "second" },
    ]),
    { op: "login", face: "v2", method: "private-key", adopt: true },
    ...shown.map((face): OperationStep => ({ op: "state", face, trace: "$t" })),
  ];
}

/** What a login is given in place of the credentials of an account, where there is none or it must not be locked. */
const madeUp = {
  credential: { email: "nobody.at.all@example.test", password: "wrong password" },
  "private-key": { privateKey: "no such key" },
} as const;

/**
 * What is tried of each user where an account may be sent few wrong passwords, the most telling first: whoever takes one of
 * them compares a part of a password, or its letters alone, or takes anybody's, or what is no password for a condition. Letters
 * of the other case, and another user's, are sent through each face. One comes twice through the same face: what was looked up
 * before may be taken for right. What has no room then is sent by another seed.
 */
function tellingPasswords({ seed }: SuiteContext) {
  const first = faceOfOneWrongPassword(seed);
  const other = otherFace(first);
  // The lowest bit of the seed chooses the faces.
  const turn = Math.floor(seed / 2);
  const byTurns = turn % 2 === 0 ? ([other, "cut"] as const) : ([first, "suffix"] as const);
  return {
    first: [[first, "suffix"], [other, "swap-case"], [first, "swap-case"], byTurns],
    second: [
      [other, "of-another"],
      [first, "of-another"],
      [other, "of-another"],
      [first, (["none", "condition", "nul"] as const)[turn % 3] ?? "nul"],
    ],
  } as const;
}

/**
 * The wrong passwords that each account may be sent, through both faces: which face is sent which changes with the seed. A
 * right one follows each: services lock accounts for several wrong ones in a row. The accounts are tried beside each other.
 */
function fewWrongPasswords(context: SuiteContext, most: number): readonly Step[] {
  const accounts: readonly Actor[] = context.has.secondCredential ? ["first", "second"] : ["first"];
  if (!context.has.credential || most === 0) return [];
  const ofAccounts = accounts.map((actor) => {
    const another = accounts.find((one) => one !== actor);
    const ofAnother = another ? credentialReference(another, "password") : madeUp.credential.password;
    return tellingPasswords(context)
      [actor].slice(0, most)
      .flatMap(([face, kind]): OperationStep[] => {
        const login = { op: "login", face, method: "credential", actor } as const;
        if (kind === "none") return [{ ...login, omit: ["password"] }, login];
        if (kind === "condition") return [{ ...login, replace: { password: { $ne: null } } }, login];
        const password = kind === "of-another" ? ofAnother : credentialReference(actor, "password", kind);
        return [{ ...login, replace: { password } }, login];
      });
  });
  return atOnce(ofAccounts);
}

/** Wrong logins by twos, each two with a right one after them, lest an account is locked for too many wrong ones in a row. */
interface WrongLogins {
  readonly wrong: readonly OperationStep[];
  readonly right: readonly OperationStep[];
}

function wrongLogins(context: SuiteContext, face: Face, method: LoginStep["method"]): readonly WrongLogins[] {
  const known = method === "credential" ? context.has.credential : context.has.privateKey;
  const most = wrongPasswordsOf(context.target);
  // No service locks a key. Wrong passwords of which few may be sent are chosen elsewhere.
  const isReal = known && (method === "credential" ? most === Infinity : most > 0);
  const count = byDepth(context, { quick: 4, standard: 99, deep: 99 });
  const defects = credentialDefects.filter(
    (defect) => defect.method === method && (defect.name !== "key-is-password" || context.has.credential),
  );
  const some = chosen(context, defects, { count, sure: count - 1, topic: "wrong-login" });
  // Keys are taken by one face alone.
  const dealing = { face, sure: 11, topic: "wrong-login", upTo: "standard" } as const;
  const tried = method === "credential" ? dealt(context, some, dealing) : some;
  const steps = tried.map(({ replace, omit }): OperationStep => ({
    op: "login",
    face,
    method,
    ...(isReal && !replace ? {} : { replace: { ...(isReal ? {} : madeUp[method]), ...replace } }),
    ...(omit ? { omit } : {}),
  }));
  const right: readonly OperationStep[] = known ? [{ op: "login", face, method }] : [];
  // The first once more: what was looked up for it before may be taken for right.
  const again = context.depth === "quick" ? [] : steps.slice(0, 1);
  return inPieces([...steps, ...again], 2).map((wrong) => ({ wrong, right }));
}

/**
 * What is wrong at once, of several lists beside each other, then what is right: where answers take long, no other script
 * has as many requests behind each other.
 */
function inPairs(...lists: readonly (readonly WrongLogins[])[]): readonly Step[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flatMap((pairs) =>
    [pairs.flatMap(({ wrong }) => wrong), pairs.flatMap(({ right }) => right)].flatMap((steps) =>
      atOnce(steps.map((step) => [step])),
    ),
  );
}

/** The same of the second user, who has a password of their own. */
function asSecond({ wrong, right }: WrongLogins): WrongLogins {
  const ofSecond = (step: OperationStep): OperationStep =>
    JSON.parse(JSON.stringify({ ...step, actor: "second" }).replaceAll("$first.", "$second.")) as OperationStep;
  return { wrong: wrong.map(ofSecond), right: right.map(ofSecond) };
}

/** Each face tries another user, where there are two, so that both are tried beside each other. */
function eachFace({ has, seed }: SuiteContext, ofFaces: readonly (readonly WrongLogins[])[]): readonly Step[] {
  if (!has.secondCredential) return ofFaces.flatMap((logins) => inPairs(logins));
  return inPairs(...ofFaces.map((logins, at) => ((at + seed) % 2 === 0 ? logins : logins.map(asSecond))));
}

/** What one user sends is sent as it stands. */
function atOnce(branches: readonly (readonly OperationStep[])[]): readonly Step[] {
  return branches.length > 1 ? [{ parallel: branches }] : branches.flat();
}

/** In one script, so that never more wrong passwords of an account come in a row than in one of its parts. */
function wrongCredentials(context: SuiteContext) {
  const most = wrongPasswordsOf(context.target);
  const ofFaces = faces.map((face) => wrongLogins(context, face, "credential"));
  return script(context, "wrong-credential", "Wrong credentials get no token", () =>
    most === Infinity
      ? [...swappedLogins(context), ...eachFace(context, ofFaces)]
      : [
          ...fewWrongPasswords(context, most),
          { parallel: ofFaces.map((pairs) => pairs.flatMap(({ wrong, right }) => [...wrong, ...right])) },
        ],
  );
}

function brokenLogins(context: SuiteContext, face: Face, method: LoginStep["method"]) {
  const defects = chosen(context, jsonBodyDefects, {
    count: byDepth(context, { quick: 2, standard: 7, deep: 99 }),
    sure: 2,
    topic: `broken-login-${face}-${method}`,
  });
  return script(context, `broken-${face}-${method}`, "A broken login request gets no token", () =>
    defects.map((body): OperationStep => ({
      op: "login",
      face,
      method,
      body,
      ...(wrongPasswordsOf(context.target) === Infinity ? {} : { replace: madeUp[method] }),
    })),
  );
}

/** One user's email with another's password, both users at once. */
function swappedLogins(context: SuiteContext): readonly ParallelStep[] {
  if (!context.has.credential || !context.has.secondCredential) return [];
  const swap = (face: Face, actor: Actor): readonly OperationStep[] => {
    const password = credentialReference(actor === "first" ? "second" : "first", "password");
    const login = { op: "login", face, method: "credential", ...(actor === "second" ? { actor } : {}) } as const;
    return [{ ...login, replace: { password } }, login];
  };
  return someFaces(context, "swapped").map((face) => ({ parallel: [swap(face, "first"), swap(face, "second")] }));
}

/** Logins of two users at the same time: each gets a token of their own. */
function loginsTogether(context: SuiteContext) {
  const { credential, secondUser, separateOrganization } = context.has;
  if (!credential || !secondUser || !separateOrganization) return [];
  return someFaces(context, "together").map((face) =>
    script(context, `together-${face}`, "Two users who log in at the same time are kept apart", (draft) => [
      { op: "create", face, as: "t", data: draft.doc() },
      ...(["first", "second"] as const).flatMap((leading): Step[] => [
        {
          parallel: ([leading, leading === "first" ? "second" : "first"] as const).map((actor): OperationStep[] => [
            { op: "login", face, method: "credential", actor, adopt: true },
          ]),
        },
        { op: "state", face, trace: "$t" },
        { op: "state", face: otherFace(face), actor: "second", trace: "$t" },
      ]),
    ]),
  );
}

/**
 * Two users who log in by turns, by which their tokens are told apart, and then at the same time. Where one of them may not
 * see what the other made, that tells them apart.
 */
function loginsByTurns(context: SuiteContext) {
  const { credential, privateKey, secondCredential, separateOrganization } = context.has;
  const { people = [] } = context.target;
  const colleague = people.find(({ account }) => account !== "first")?.account;
  const other = secondCredential ? "second" : colleague;
  if (!credential || other === undefined || (secondCredential && separateOrganization)) return [];
  const login = (face: Face, actor: Account): LoginStep => ({ op: "login", face, method: "credential", actor });
  const withKey = (actor: Account): LoginStep => ({ op: "login", face: "v2", method: "private-key", actor });
  const together = (ask: (actor: Account) => LoginStep): Step[] =>
    [["first", other] as const, [other, "first"] as const].map((pair) => ({ parallel: pair.map((one) => [ask(one)]) }));
  return [
    script(context, "by-turns", "Users who log in at the same time get their own tokens", () => [
      ...(["first", other, "first", other] as const).map((actor, at) => login(alternating(at >> 1), actor)),
      ...faces.flatMap((face) => together((actor) => login(face, actor))),
      ...(privateKey ? together(withKey).slice(0, 1) : []),
    ]),
  ];
}

/** However many users there are: the keys of so many are tried. */
const mostKeys = 3;

/**
 * Whose session a key opens is seen by what its user may do: each does what the first user may not, right after the first
 * user's key opened another session, and once more in a session that the password opened. Logins that a user has nothing for are
 * left out.
 */
function keysOfOthers(context: SuiteContext) {
  const { people = [], workflows, access } = context.target;
  const me = people.find(({ account }) => account === "first");
  if (!context.has.privateKey || !me || access !== "read-write" || context.depth === "quick") return [];
  const theirs = workflows.flatMap(({ actions }, workflow) =>
    actions.flatMap(({ key, groupLabel, appends }) => {
      const [writer] = writersFor(people, groupLabel);
      const done = !appends || actsFor(me, groupLabel) !== false ? undefined : wayTo(context, workflow, key);
      return writer && writer.account !== "first" && done ? [{ workflow, key, done, account: writer.account }] : [];
    }),
  );
  const nearest = theirs.toSorted((one, other) => one.done.length - other.done.length);
  const byUser = [...Map.groupBy(nearest, ({ account }) => account).values()].flatMap((own) => own.slice(0, 1));
  return byUser.slice(0, mostKeys).map((found, at) =>
    script(context, `key-of-another-${String(at)}`, "The key of each user opens a session of this user", (draft) => {
      const actor = found.account;
      const common = { op: "act", face: alternating(at), trace: "$t", workflow: found.workflow } as const;
      const opened = { op: "login", face: "v2", adopt: true, actor } as const;
      return [
        ...begun(draft, found.workflow, found.done, "v2"),
        { op: "login", face: "v2", method: "private-key" },
        { ...opened, method: "private-key" },
        { ...common, action: found.key, data: draft.doc() },
        { ...opened, method: "credential" },
        // Other data: what was sent before may be refused for that.
        { ...common, action: found.key, data: draft.doc(), outOfOrder: true },
        ...states("$t"),
      ];
    }),
  );
}

export const login: ScriptArea = {
  id: area,
  title: "Logins give tokens to valid users alone",
  scripts: (context) => [
    ...methodScripts(context),
    wrongCredentials(context),
    script(context, "wrong-private-key", "A wrong private key gets no token", () =>
      inPairs(wrongLogins(context, "v2", "private-key")),
    ),
    ...(context.depth === "quick" ? [] : [...loginsTogether(context), ...loginsByTurns(context)]),
    ...keysOfOthers(context),
    ...someFaces(context, "broken-login").map((face) => brokenLogins(context, face, "credential")),
    brokenLogins(context, "v2", "private-key"),
  ],
};
