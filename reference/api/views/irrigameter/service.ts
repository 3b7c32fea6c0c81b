import { addDays } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { type BoardAnswer, boardContent, packBoard } from "@lamina/shared/views/board";
import type { Forecast } from "@lamina/shared/views/forecast";
import type { FullCard, FullIrrigameter, MapHistory, MapView, SectorDetail } from "@lamina/shared/views/irrigameter";
import type { MachineDay, MachineDays } from "@lamina/shared/views/machine-day";
import { type MapColumns, mapContent, packMap } from "@lamina/shared/views/map-columns";
import type { Context } from "../../core/context.ts";
import { toJson } from "../../core/serialize.ts";
import type { SectorFilter } from "../../farms/sector-filter.ts";
import { clientSettings } from "../../farms/settings/service.ts";
import type { Caller } from "../../http/caller.ts";
import type { SharedAnswers } from "../../http/shared-answers.ts";
import { rankByUrgency } from "../../irrigation/decisions/advice/recommendation-schedule.ts";
import { NO_PROJECTION } from "../../irrigation/decisions/state/projection.ts";
import type { SectorState } from "../../irrigation/decisions/state/sector-state.ts";
import type { farms } from "../../schema/farms.ts";
import { createBoardVersions } from "./board-versions.ts";
import { farmForecast } from "./farm-forecast.ts";
import { type IrrigameterPart, loadFarmParts } from "./farm-part.ts";
import { mapHistory } from "./map-history.ts";
import { mapView } from "./map-view.ts";
import { panelState } from "./panel-state.ts";
import type { ViewSources } from "./sources.ts";
import { loadHoldings } from "./store.ts";

/** Past days on a sector's page. */
const DETAIL_DAYS = 30;
/** Expiry of a full answer's parts, because it contains ages in minutes. */
const FULL_MS = 10_000;
/** The board names moments, and its client compares them with its clock. */
const BOARD_MS = MINUTE_MS;

/** The first screen, the map and the forecast, each in one answer from several services. */
export interface IrrigameterViews {
  /** Of the farms that the caller may see; `wanted` selects cards of them. */
  irrigameter(caller: Caller, clientId: string, wanted: WantedCards): Promise<FullIrrigameter>;
  /** What the board shows; what changed, when the content of `since` is known. */
  board(caller: Caller, clientId: string, since: string | undefined): Promise<BoardAnswer>;
  /** The days of the machines; those that changed, when the content of `since` is known. */
  machineDays(caller: Caller, clientId: string, since: string | undefined): Promise<MachineDays>;
  /** The day of one machine, with what its panel reports; undefined without a sector. */
  machineDay(filter: SectorFilter, pivotId: string): Promise<MachineDay | undefined>;
  detail(state: SectorState): Promise<SectorDetail>;
  map(caller: Caller, clientId: string, filter: SectorFilter): Promise<MapView>;
  /** The map in columns; what changed, when the content of `since` is known. */
  mapColumns(caller: Caller, clientId: string, filter: SectorFilter, since: string | undefined): Promise<MapColumns>;
  /** The last days of the map. */
  mapHistory(caller: Caller, clientId: string): Promise<MapHistory>;
  forecast(farm: typeof farms.$inferSelect): Promise<Forecast>;
}

/** A selection of cards; all without one. */
interface WantedCards {
  sectorIds?: readonly string[] | undefined;
}

export function createIrrigameter(
  { database, clock }: Pick<Context, "database" | "clock">,
  sources: ViewSources,
  shared: Pick<SharedAnswers, "parts" | "value">,
): IrrigameterViews {
  const { irrigation, telemetry, weather } = sources;
  const versions = createBoardVersions();
  const { decisions } = irrigation;

  return {
    async irrigameter(caller, clientId, wanted) {
      const view = await compose(caller, clientId, wanted, FULL_MS);
      const advice = view.sectors.flatMap(({ recommendation }) => recommendation ?? []);
      const ranked = new Map(rankByUrgency(advice).map((one) => [one.sectorId, one] as const));
      const rankedCard = (card: FullCard) => ({ ...card, recommendation: ranked.get(card.sector._id) ?? null });
      return { ...view, sectors: view.sectors.map(rankedCard) };
    },

    async board(caller, clientId, since) {
      const view = await compose(caller, clientId, {}, BOARD_MS);
      const audience = JSON.stringify([clientId, caller.clients.get(clientId)?.farmIds]);
      const { changed, ...answer } = versions.answer(audience, boardContent(view), since);
      return { at: view.at, ...answer, board: packBoard(changed) };
    },

    async machineDays(caller, clientId, since) {
      const { at, machines } = await compose(caller, clientId, {}, BOARD_MS);
      const audience = JSON.stringify(["days", clientId, caller.clients.get(clientId)?.farmIds]);
      const { changed, ...answer } = versions.answer(audience, { machines }, since);
      return { at, ...answer, machines: [...(changed.machines ?? [])] };
    },

    async machineDay(filter, pivotId) {
      const { states, machines } = await decisions.overview(filter);
      const day = machines.find((machine) => machine.pivotId === pivotId);
      const limits = states[0]?.settings.staleLimits;
      return day && { ...day, now: panelState(await telemetry.pivotLatest([pivotId]), pivotId, limits, clock.now()) };
    },

    async detail(state) {
      const { site, today } = state;
      const [from, to] = [addDays(today, -DETAIL_DAYS), addDays(today, -1)];
      const [past, rain] = await Promise.all([
        irrigation.balances.rows(site.sector._id, from, to),
        weather.rainAccounts(site.farm._id, site.sector._id, from, to),
      ]);
      const counted = new Map(past.map(({ date, rainEff }) => [date, rainEff] as const));
      return {
        past,
        projection: decisions.projections([state]).get(site.sector._id) ?? NO_PROJECTION,
        rain: rain.map((day) => ({ ...day, countedMm: counted.get(day.date) ?? null })),
      };
    },

    mapHistory: (caller, clientId) => mapHistory({ database, clock, ...sources }, caller, clientId),

    map: (caller, clientId, filter) => mapView({ database, clock, ...sources }, caller, clientId, filter),

    async mapColumns(caller, clientId, filter, since) {
      const audience = JSON.stringify(["map", clientId, caller.clients.get(clientId)?.farmIds]);
      const view = await shared.value(clientId, audience, () =>
        mapView({ database, clock, ...sources }, caller, clientId, filter),
      );
      const { changed, ...answer } = versions.answer(audience, mapContent(view), since);
      return { ...answer, map: packMap(view.at, changed) };
    },

    forecast: async (farm) => {
      const states = await decisions.states({ farmIds: [farm._id] });
      return farmForecast({ database, clock, irrigation, weather }, farm, states);
    },
  };

  /** The view without ranks; its cards are those of the shared parts. */
  async function compose(
    caller: Caller,
    clientId: string,
    { sectorIds }: WantedCards,
    longestMs: number,
  ): Promise<FullIrrigameter> {
    const holdings = await loadHoldings(database, caller, clientId);
    const wanted = sectorIds && new Set(sectorIds);
    const farmIds = holdings.farms.map(({ _id }) => _id);
    const byFarm = await shared.parts(clientId, farmIds, longestMs, (missing) =>
      loadFarmParts({ database, clock }, sources, clientId, missing),
    );
    const now = clock.now();
    const parts = [...byFarm.values()].filter((part) => !wanted || [...part.sectorIds].some((id) => wanted.has(id)));
    const cards = parts.flatMap(({ sectors }) => sectors).filter(({ sector }) => !wanted || wanted.has(sector._id));
    const pivotIds = new Set(cards.map(({ sector }) => sector.pivotId));
    const pivots = holdings.pivots.filter(({ _id }) => !wanted || pivotIds.has(_id));
    const farms = holdings.farms.filter(({ _id }) => !wanted || parts.includes(byFarm.get(_id) as IrrigameterPart));
    const [latest, settings] = await Promise.all([
      telemetry.pivotLatest(pivots.map(({ _id }) => _id)),
      clientSettings(database, [clientId]),
    ]);
    const staleLimits = settings.get(clientId)?.staleLimits;
    return {
      // Of the oldest part, so that no card looks newer than it is.
      at: new Date(Math.min(now.getTime(), ...parts.map(({ at }) => at.getTime()))).toISOString(),
      decidedAt:
        cards
          .flatMap(({ recommendation }) => recommendation?.computedAt ?? [])
          .sort()
          .at(-1) ?? null,
      farms: farms.map(toJson),
      pivots: pivots.map((pivot) => ({ ...toJson(pivot), ...panelState(latest, pivot._id, staleLimits, now) })),
      soils: holdings.soils.map(toJson),
      crops: holdings.crops.map(toJson),
      machines: parts.flatMap(({ machines }) => machines).filter(({ pivotId }) => !wanted || pivotIds.has(pivotId)),
      sectors: cards,
      yesterday: parts.flatMap(({ yesterday }) => yesterday),
      plans: parts.flatMap(({ plans }) => plans),
      detections: parts.flatMap(({ detections }) => detections),
      permits: parts.flatMap(({ permits }) => permits),
    };
  }
}
