import { type Action, allows, type Screen } from "@lamina/shared/access/rights";
import type { Me } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { useSelectedClient } from "../clients/use-clients.ts";
import { logFailure } from "../log-failure.ts";

/** Who is logged in and what they may do on a client. */
function meQuery(client: Pick<Client, "_id"> | undefined) {
  return queryOptions({
    queryKey: [client?._id, "me"],
    queryFn: client
      ? ({ signal }) =>
          logFailure("Erro ao carregar os direitos", call(views.me, { query: { clientId: client._id }, signal }))
      : skipToken,
    // Every button asks for the rights: an API without them is not asked again by each that appears.
    retryOnMount: false,
    meta: { entities: ["User", "UsersGroup"] },
  });
}

/** The rights of the user on the selected client. */
interface Rights {
  /** Who is logged in; undefined until known. */
  me: Me | undefined;
  /** Whether the user may do this: a screen hides or disables what they may not. The API decides in any case. */
  can(screen: Screen, action: Action): boolean;
}

/**
 * The rights of the user on the selected client. Until they are known nothing is offered; where they cannot be learnt
 * (an API without them, no connection and no snapshot) everything is, and the API refuses what it must.
 */
export function useRights(): Rights {
  return useRightsOn(useSelectedClient());
}

/** The rights on a client that may still be on its way: none until it is there. */
export function useRightsOn(client: Pick<Client, "_id"> | undefined): Rights {
  // A failure stays one while it is tried again: what is offered must not come and go.
  const { data, errorUpdateCount } = useQuery(meQuery(client));
  return {
    me: data,
    can: (screen, action) => (data ? allows(data.permissions, { screen, action }) : errorUpdateCount > 0),
  };
}
