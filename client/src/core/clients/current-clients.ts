import { endpoints } from "@lamina/shared/calls/endpoints";
import { call } from "../../api/http.ts";
import { queryClient } from "../../api/query-client.ts";
import { deviceStorage, tabStorage } from "../../platform/storage.ts";
import { session } from "../session/current-session.ts";
import { createClientSetup } from "./client-setup.ts";

export const clientSetup = createClientSetup({
  queryClient,
  storage: deviceStorage,
  tabStorage,
  loadClients: (signal) => call(endpoints.clientGetAll, { signal }),
  noClient: () => session.end("no-client"),
});
