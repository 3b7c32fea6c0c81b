import { views } from "@lamina/shared/calls/views";
import { boardCall } from "@lamina/shared/calls/views/irrigation";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import type { DayDecision } from "@lamina/shared/records/day-plan";
import type { PivotSector } from "@lamina/shared/records/farm";
import { isBoardAnswer, mergeBoard, unpackBoard } from "@lamina/shared/views/board";
import { BoardFields, type Irrigameter, type SectorCard } from "@lamina/shared/views/irrigameter";
import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { logFailure } from "../../core/log-failure.ts";
import { now } from "../../platform/clock.ts";
import { text } from "./text.ts";

/** Refetch interval of data that age, such as a card's. */
const REFRESH_MS = 5 * MINUTE_MS;

/** Entities that the cards show. */
const BOARD_ENTITIES = [
  "Balance",
  "Recommendation",
  "PivotCommand",
  "Watering",
  "Rain",
  "Season",
  "Pivot",
  "PivotSector",
  "Farm",
  "Soil",
  "Crop",
  "Config",
  "Reading",
  "Monitor",
  "Detection",
  "WeatherDaily",
  "Forecast",
  "OutOfService",
];

type Owner = Pick<Client, "_id">;

/** The board: the irrigâmetro without details, and the version that the next question names. */
export type BoardData = Irrigameter & { version?: string | undefined };

/**
 * The data of the whole screen in one call, afterwards only what changed. `cardsQuery` has the details,
 * `pivotStatusQuery` updates the moving pivots.
 */
export function irrigameterQuery({ _id }: Owner) {
  const queryKey = [_id, "irrigameter"];
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      logFailure(text.loadFailed, loadBoard(_id, client.getQueryData<BoardData>(queryKey), signal)),
    refetchInterval: REFRESH_MS,
    meta: { field: true, entities: BOARD_ENTITIES },
  });
}

async function loadBoard(clientId: string, known: BoardData | undefined, signal: AbortSignal): Promise<BoardData> {
  const since = known?.version ? { since: known.version } : {};
  const reply = await call(boardCall, { query: { ID: clientId, form: "board", ...since }, signal });
  if (!isBoardAnswer(reply)) return reply;
  const { at, version, board } = reply;
  const content = BoardFields.parse(unpackBoard(board));
  const isChange = reply.since !== null && reply.since === known?.version;
  return { ...(isChange ? mergeBoard(known ?? {}, content) : content), at, version } as BoardData;
}

/**
 * The cards of a pivot with all details.
 * @param places what they depend on (`placesOf` in `details.ts`); everything of the client by default
 */
export function cardsQuery({ _id }: Owner, pivotId: string, sectorIds: readonly string[], places?: readonly string[]) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "cards", pivotId],
    queryFn: ({ signal }) => logFailure(text.loadFailed, loadCards(_id, sectorIds, signal)),
    meta: { field: true, entities: BOARD_ENTITIES, ...(places && { places }) },
  });
}

/** Cards of one call, because a server refuses a longer address. */
const CARDS_PER_CALL = 200;

async function loadCards(clientId: string, ids: readonly string[], signal?: AbortSignal): Promise<SectorCard[]> {
  const cards: SectorCard[] = [];
  for (let first = 0; first < ids.length; first += CARDS_PER_CALL) {
    const query = { ID: clientId, sectorIds: ids.slice(first, first + CARDS_PER_CALL).join(",") };
    cards.push(...(await call(views.irrigameter, { query, ...(signal && { signal }) })).sectors);
  }
  return cards;
}

/**
 * Fetches the details of all cards, a farm at a time, for pages that open later without a connection. Leaves out farms
 * whose details the device has already.
 */
export async function fetchDetails(
  queryClient: QueryClient,
  client: Owner,
  { farms, pivots, sectors, version }: BoardData,
  isStored: (queryKey: QueryKey) => boolean,
): Promise<void> {
  if (version === undefined) return;
  for (const farm of farms) {
    const pivotIds = pivots.filter(({ farmId }) => farmId === farm._id).map(({ _id }) => _id);
    const own = sectors.filter(({ sector }) => pivotIds.includes(sector.pivotId));
    const sectorIds = own.map(({ sector }) => sector._id);
    if (pivotIds.every((id) => isStored(cardsQuery(client, id, sectorIds).queryKey))) continue;
    const cards = await loadCards(client._id, sectorIds);
    for (const pivotId of pivotIds) {
      const found = cards.filter(({ sector }) => sector.pivotId === pivotId);
      await queryClient.fetchQuery({ ...cardsQuery(client, pivotId, sectorIds), queryFn: () => found });
    }
  }
}

/** 30 past days and 7 future days of a sector, which depend on its farm's weather, too. */
export function sectorDetailQuery(
  { _id }: Owner,
  { _id: sectorId, pivotId }: Pick<PivotSector, "_id" | "pivotId">,
  farmId: string | undefined,
) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "sector", sectorId],
    queryFn: ({ signal }) => logFailure(text.loadFailed, call(views.sectorDetail, { query: { ID: sectorId }, signal })),
    meta: {
      field: "later",
      entities: ["Balance", "Watering", "Rain", "Season", "Forecast"],
      ...(farmId !== undefined && { places: [farmId, pivotId, sectorId] }),
    },
  });
}

/** How far back a pivot's reports are read. */
const PANEL_HOURS = 36;

/** The reports of a pivot's panel in the last 36 h, oldest first. */
export function panelHistoryQuery({ _id }: Owner, pivotId: string) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "panel", pivotId],
    async queryFn({ signal }) {
      const from = new Date(now() - PANEL_HOURS * HOUR_MS).toISOString();
      const { items } = await call(views.pivotHistory, { query: { ID: pivotId, from, limit: 1000 }, signal });
      return [...items].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
    },
    staleTime: MINUTE_MS,
    retry: false,
    meta: { entities: ["PivotStatus"], places: [pivotId] },
  });
}

/** The plan of a farm's day with some choices. */
export function planTryQuery({ _id }: Owner, decision: DayDecision) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "plan-try", decision],
    queryFn: ({ signal }) => call(views.dayPlanTry, { body: decision, signal }),
    staleTime: MINUTE_MS,
    gcTime: REFRESH_MS,
    retry: false,
    meta: { memoryOnly: true },
  });
}

/** A gross depth in mm, applied today. */
export interface Applied {
  grossMm: number;
}

/** The next seven days with a depth applied today. */
export function simulationQuery({ _id }: Owner, sectorId: string, applied: Applied) {
  return queryOptions({
    queryKey: [_id, "irrigameter", "simulation", sectorId, applied],
    queryFn: ({ signal }) => call(views.simulate, { body: { sectorId, ...applied }, signal }),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    gcTime: REFRESH_MS,
  });
}
