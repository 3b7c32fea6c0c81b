import { Balance } from "@lamina/shared/records/balance";
import type { Client } from "@lamina/shared/records/client";
import type { PlanItem } from "@lamina/shared/records/day-plan";
import { plannedRun, type RunFigures, recommendedRun } from "@lamina/shared/records/run-figures";
import { Irrigameter, MapView, type SectorCard } from "@lamina/shared/views/irrigameter";
import type { Session } from "./session.ts";

/** Numbers in the format of the screens (domain, 0). */
export const number = (value: number, decimals: number) =>
  new Intl.NumberFormat("pt-BR", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
export const mm = (value: number) => `${number(value, 1)} mm`;
export const percent = (value: number) => `${number(value, 0)} %`;

/** A depth without insignificant decimals. */
const depth = (value: number) => `${number(value, Math.round(value * 10) % 10 === 0 ? 0 : 1)} mm`;
export const brl = (value: number) => `R$\u00a0${number(value, 0)}`;

/** A run in the format of every screen: `12 mm · 29 % no painel`, `2 × 16,4 mm · 32 % no painel`. */
export function runText({ passes, depthPerPassMm, percent }: RunFigures): string {
  const each = `${passes > 1 ? `${passes} × ` : ""}${depth(depthPerPassMm ?? 0)}`;
  return percent === null ? each : `${each} · ${number(percent, 0)} % no painel`;
}

/** What the line of Hoje has of a run: the setting of the panel, of a table that of the first sector. */
export function settingOf(run: PlanItem): string {
  if (run.underWay) return "REGANDO";
  const percent = plannedRun(run).percent ?? run.shares?.find((row) => row.percent !== null)?.percent ?? null;
  return percent === null ? depth(plannedRun(run).depthPerPassMm ?? 0) : `${number(Math.floor(percent), 0)} %`;
}

/** The cost in the line of a run: of the plan's 24 hours. */
const costOf = ({ costBrl }: PlanItem) => (costBrl === null ? null : brl(costBrl));

/** Statuses from the one without need to the one that needs most. */
const BY_NEED = ["excess", "ok", "irrigate", "stress"];

/**
 * Whether a card's status agrees with the one of its day's row. The card's AFD is for the days until the decision's
 * horizon: only a smaller one than the row's may make the status worse, and only a larger one better.
 */
export function agreesOnStatus({ card, row }: Pick<Said, "card" | "row">): boolean {
  const change = BY_NEED.indexOf(card.status) - BY_NEED.indexOf(row.status);
  return change === 0 || Math.sign(change) === Math.sign(row.raw - (card.balance?.raw ?? row.raw));
}

/** The advice on the screens for a sector: "Regando" during a run, or its run; null without recommended water. */
export function advised({ card, run }: Pick<Said, "card" | "run">): string | null {
  const recommended = recommendedRun(card.recommendation);
  if (recommended === null) return null;
  return run?.underWay && run.sectorIds.includes(card.sector._id) ? "Regando" : runText(recommended);
}

/** The data of a sector in the answers of the API. */
export interface Said {
  card: SectorCard;
  row: Balance;
  pivotName: string;
  /** The run of its machine in today's plan, and its text and cost on the screens. */
  run: PlanItem | null;
  planned: string | null;
  money: string | null;
  /** True when the current state equals the end of the day's row: no change since then, and none now. */
  quiet: boolean;
}

/** Fetches the data of the sectors in season of the user's first client. */
export async function ask(
  session: Session,
): Promise<{ clientId: string; view: Irrigameter; map: MapView; said: Said[] }> {
  const [client] = await session.get<Client[]>("/Client/GetAll");
  const clientId = client?._id ?? "";
  const view = Irrigameter.parse(await session.get(`/Irrigameter/GetByClientID?ID=${clientId}`));
  const map = MapView.parse(await session.get(`/Map/GetByClientID?ID=${clientId}`));
  const items = view.plans.flatMap((plan) => plan.items);
  const said: Said[] = [];
  for (const card of view.sectors) {
    const pivot = view.pivots.find(({ _id }) => _id === card.sector.pivotId);
    const { date } = card.balance ?? {};
    if (!pivot || !date) continue;
    const path = `/Balance/GetBySectorID?ID=${card.sector._id}&from=${date}&to=${date}`;
    const [row] = Balance.array().parse(await session.get(path));
    if (!row) throw new Error(`no balance of ${card.sector._id} on ${date}`);
    const run = items.find(({ pivotId }) => pivotId === pivot._id) ?? null;
    const planned = run && (run.underWay ? "Regando" : runText(plannedRun(run)));
    const money = run && costOf(run);
    const quiet = card.drNowMm === row.dr && card.status !== "nodata" && !pivot.status?.wet;
    said.push({ card, row, pivotName: pivot.name, run, planned, money, quiet });
  }
  return { clientId, view, map, said };
}
