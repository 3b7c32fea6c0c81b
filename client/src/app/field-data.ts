import { allows, type Screen } from "@lamina/shared/access/rights";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { credentials } from "../api/credentials.ts";
import { snapshotWritten } from "../api/snapshot.ts";
import { isDeviceFull, setOfflineReady } from "../core/offline/offline-ready.ts";
import { text } from "../core/offline/text.ts";
import { meQuery } from "../core/rights/use-rights.ts";
import { sourcesQuery } from "../core/sources/sources-query.ts";
import { appStored } from "../platform/app-update.ts";
import { now } from "../platform/clock.ts";

/** Data on the device that are younger are not fetched again at a start. */
const FRESH_MS = 15 * MINUTE_MS;
/** The page on the screen is complete after this long without a request. */
const QUIET_MS = 1_000;

/**
 * Fetches the data that the field needs without a connection, before its pages are opened: board with today's plan and
 * details, map, forecasts, and then the records of the pivots' pages and every sector's detail that fits. Begins when
 * the page on the screen is complete, and makes one call at a time, because that page needs the connection more. Returns
 * a function that stops it.
 */
export function fetchFieldData(queryClient: QueryClient, clientId: string): () => void {
  const client = { _id: clientId };
  let stopped = false;

  async function fetch<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>): Promise<Data> {
    // Another tab may have ended the session.
    if (stopped || credentials.token() === null) throw new Error("the session has ended");
    return freshData(query.queryKey) ?? queryClient.fetchQuery(query);
  }

  function freshData<Data>(queryKey: QueryKey): Data | undefined {
    const { data, dataUpdatedAt = 0 } = queryClient.getQueryState<Data>(queryKey) ?? {};
    return now() - dataUpdatedAt < FRESH_MS ? data : undefined;
  }

  async function fetchAll(): Promise<void> {
    // The features' code is loaded later than the shell's, and also stored by then.
    const [irrigameter, pivot, maps, forecast] = await Promise.all([
      import("../features/irrigameter/queries.ts"),
      import("../features/irrigameter/pivot/queries.ts"),
      import("../features/maps/queries.ts"),
      import("../features/forecast/queries.ts"),
    ]);
    const board = await fetch(irrigameter.irrigameterQuery(client));
    await irrigameter.fetchDetails(queryClient, client, board, (key) => freshData(key) !== undefined);
    const { permissions } = await fetch(meQuery(client));
    const may = (screen: Screen) => allows(permissions, { screen, action: "view" });
    if (may("maps")) await fetch(maps.mapQuery(client));
    const { farms } = await fetch(sourcesQuery(client));
    if (may("forecast")) for (const farm of farms) await fetch(forecast.forecastQuery(client, farm._id));
    // The rest does not wait for the app's files: a browser that refuses a service worker never says so.
    if (await snapshotWritten()) void appStored().then(() => !stopped && setOfflineReady(true));
    const farmOf = new Map(board.pivots.map(({ _id, farmId }) => [_id, farmId]));
    if (may("watering")) await fetch(pivot.recordsQuery(client));
    for (const { sector } of board.sectors) {
      // More than fits on this device, such as all sectors of a fleet, would be requested and thrown away.
      if (isDeviceFull()) break;
      await fetch(irrigameter.sectorDetailQuery(client, sector, farmOf.get(sector.pivotId)));
    }
    await snapshotWritten();
  }

  function begin(): void {
    stopWaiting();
    // What cannot be fetched now is fetched when its page is opened, or at the next start.
    fetchAll().catch((error: unknown) => {
      if (!stopped && credentials.token() !== null) console.warn(text.incomplete, error);
    });
  }

  let answered = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    answered ||= event.action.type === "success" && event.query.queryKey[0] === clientId;
    clearTimeout(quiet);
    if (answered && queryClient.isFetching() === 0) quiet = setTimeout(begin, QUIET_MS);
  });
  return () => {
    stopped = true;
    clearTimeout(quiet);
    stopWaiting();
  };
}

/**
 * Marks the field's data as stored when an earlier page stored all of it, because a page that opens without a connection
 * cannot store it again. Returns a function that stops it.
 */
export function reportStoredData(queryClient: QueryClient, clientId: string): () => void {
  const client = { _id: clientId };
  let stopped = false;
  async function report(): Promise<void> {
    const [irrigameter, maps, forecast] = await Promise.all([
      import("../features/irrigameter/queries.ts"),
      import("../features/maps/queries.ts"),
      import("../features/forecast/queries.ts"),
    ]);
    const farms = queryClient.getQueryData(sourcesQuery(client).queryKey)?.farms;
    const keys = [
      irrigameter.irrigameterQuery(client).queryKey,
      maps.mapQuery(client).queryKey,
      ...(farms ?? []).map(({ _id }) => forecast.forecastQuery(client, _id).queryKey),
    ];
    if (!farms || keys.some((key) => queryClient.getQueryData<unknown>(key) === undefined)) return;
    await appStored();
    if (!stopped) setOfflineReady(true);
  }

  setOfflineReady(false);
  report().catch((error: unknown) => console.warn(text.unchecked, error));
  return () => {
    stopped = true;
  };
}
