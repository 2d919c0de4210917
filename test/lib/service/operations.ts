import type { Route, Routes } from "./http.ts";

/** The operations of the interface; where both faces have one, the call tells which is meant. */
export interface Operations {
  login: (by: "credential" | "privateKey") => Route;
  create: Route;
  append: Route;
  details: Route;
  state: Route;
  archive: Route;
  download: Route;
  search: Route;
  list: Route;
}

export function routesOf(operations: Operations): Routes {
  const { login, create, append, details, state, archive, download, search, list } = operations;
  return {
    "POST /v2/login/credential": login("credential"),
    "POST /v2/login/privateKey": login("privateKey"),
    "POST /v2/traces": create,
    "POST /v2/traces/{}/action": append,
    "POST /v2/traces/{}/details": details,
    "GET /v2/traces/{}/state": state,
    "GET /v2/traces/{}/files": archive,
    "GET /v2/traces/{}/file/{}": download,
    "POST /v2/workflows/{}/traces/search": search,
    "GET /v2/organizations/{}/workflows": list,
    "POST /login/credential": login("credential"),
    "POST /trace": create,
    "POST /trace/{}/link": append,
    "POST /trace/{}/details": details,
    "GET /trace/{}/state": state,
    "GET /trace/{}/files": archive,
    "POST /trace/search/{}": search,
    "GET /workflow/orgName/{}": list,
  };
}
