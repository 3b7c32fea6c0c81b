import { type Action, allows, type Screen } from "@lamina/shared/access/rights";
import type { Me } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { useSelectedClient } from "../clients/use-clients.ts";
import { logFailure } from "../log-failure.ts";
import { text } from "../text.ts";

/** The logged-in user and their rights on a client. */
export function meQuery(client: Pick<Client, "_id"> | undefined) {
  return queryOptions({
    queryKey: [client?._id, "me"],
    queryFn: client
      ? ({ signal }) => logFailure(text.rightsFailed, call(views.me, { query: { clientId: client._id }, signal }))
      : skipToken,
    // Every button uses this query, so a failed one is not fetched again for each new button.
    retryOnMount: false,
    meta: { field: true, entities: ["User", "UsersGroup"] },
  });
}

/** The rights of the user on the selected client. */
interface Rights {
  me: Me | undefined;
  /** True when the user may do this. A screen hides or disables the rest. The API checks in any case. */
  can(screen: Screen, action: Action): boolean;
}

/**
 * The rights of the user on the selected client. Until they are known, nothing is allowed. When they cannot be loaded
 * (an API without them, no connection and no snapshot), everything is allowed and the API refuses.
 */
export function useRights(): Rights {
  return useRightsOn(useSelectedClient());
}

/** The rights on a client that may not be loaded yet: none until it is. */
export function useRightsOn(client: Pick<Client, "_id"> | undefined): Rights {
  // The error count stays above 0 during a retry, so that buttons do not appear and disappear.
  const { data, errorUpdateCount } = useQuery(meQuery(client));
  return {
    me: data,
    can: (screen, action) => (data ? allows(data.permissions, { screen, action }) : errorUpdateCount > 0),
  };
}
