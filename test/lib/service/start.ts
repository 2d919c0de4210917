/** Starts a service and says what a configuration of the suite would say of it. */
import { credentialsOf, workflowsOf, type Target, type User, type Workflow } from "./domain.ts";
import { dispatch, serve, type Call, type Reply, type Routes, type Running, type ServerOptions } from "./http.ts";
import { Refusal } from "./refusal.ts";

export interface Started extends Running {
  target: Target;
}

export interface ServiceParts extends ServerOptions {
  routes: Routes;
  /** The first two are those of the configuration. */
  users: User[];
  workflows: Workflow[];
  /** How the service words a refusal. */
  refuse: (refusal: Refusal, call: Call) => Reply;
  /** Comes before each answer, and may refuse it. */
  before?: () => void | Promise<void>;
  /** Changes each answer, refusals too. */
  after?: (reply: Reply, call: Call) => Reply | Promise<Reply>;
  limits?: Record<string, number>;
}

export async function startService(port: number, parts: ServiceParts): Promise<Started> {
  const { routes, users, workflows, refuse, before, after = (reply: Reply) => reply, limits, ...options } = parts;
  const answer = async (call: Call): Promise<Reply> => {
    try {
      await before?.();
      return await dispatch(routes, call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(error, call);
    }
  };
  const running = await serve(port, async (call) => after(await answer(call), call), options);
  const [first, second] = users as [User, User?];
  const sharesOrganization = first.organization === second?.organization;
  return {
    ...running,
    target: {
      baseUrl: running.baseUrl,
      access: "read-write",
      credentials: credentialsOf(first),
      ...(second ? { secondUser: { ...credentialsOf(second), sharesOrganization } } : {}),
      organization: first.organization,
      workflows: workflowsOf(workflows, first.organization),
      ...(limits ? { limits } : {}),
    },
  };
}
