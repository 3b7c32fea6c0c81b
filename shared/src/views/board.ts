import * as z from "zod";
import { type Packed, pack, unpack } from "../core/columns.ts";
import { Moment } from "../core/record.ts";
import type { BoardRecommendation, Reason } from "../records/recommendation.ts";
import type { Irrigameter, SectorCard } from "./irrigameter.ts";

/** The irrigâmetro without its moment; of an answer to `since`, only what changed. */
type BoardContent = Partial<Pick<Irrigameter, (typeof FIELDS)[number]>>;

const FIELDS = [
  "decidedAt",
  "farms",
  "pivots",
  "machines",
  "soils",
  "crops",
  "sectors",
  "yesterday",
  "plans",
  "detections",
  "permits",
] as const;

/** Reply of `GET /Irrigameter/GetByClientID?form=board`: what the board shows, in columns. */
export const BoardAnswer = z.object({
  at: Moment,
  /** Version of this content. The next request sends it as `since`. */
  version: z.string(),
  /**
   * The version that `board` changes: its lists of sectors and pivots hold those that changed, in the old order, and a
   * missing field did not change. Null for a whole board.
   */
  since: z.string().nullable(),
  board: z.custom<Packed>((value) => typeof value === "object" && value !== null),
});
export type BoardAnswer = z.infer<typeof BoardAnswer>;

/** Whether an API answered with a board; one without `form` sends the full answer. */
export function isBoardAnswer(reply: BoardAnswer | Irrigameter): reply is BoardAnswer {
  return "version" in reply && "board" in reply;
}

/** The reasons of a recommendation that the board and the map show, without links; the others explain it. */
export function shownReasons({ reasons, action, cannotKeepUp }: BoardRecommendation): Reason[] {
  const isShown = ({ key }: Reason) => {
    if (key === "capacity" || key === "demand") return cannotKeepUp;
    if (["rainForecast", "drains", "roomForRain", "leastDepth", "budgetMm"].includes(key)) return action === "wait";
    return key === "lookAhead" || key === "harvestPending";
  };
  return withoutLinks(reasons.filter(isShown));
}

const withoutLinks = (reasons: readonly Reason[]) => reasons.map((reason) => without(reason, ["link"]));

/** The content of a board without details, and without ages, which would change each card every minute. */
export function boardContent(view: Irrigameter): BoardContent {
  const { pivots, sectors, plans } = view;
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, view[name]])),
    pivots: pivots.map(({ statusAgeMin: _age, ...pivot }) => pivot as Irrigameter["pivots"][number]),
    sectors: sectors.map(boardCard),
    plans: plans.map((plan) => ({
      ...plan,
      items: plan.items.map((item) => ({
        ...without(item, ["lossBrl"]),
        reasons: withoutLinks(item.reasons),
      })),
      unplaced: plan.unplaced.map((one) => ({ ...one, reasons: withoutLinks(one.reasons) })),
    })),
  };
}

const boardCards = new WeakMap<SectorCard, SectorCard>();

/** A card in its board form; the same object for the same card. */
export function boardCard(card: SectorCard): SectorCard {
  const cached = boardCards.get(card) ?? shownCard(card);
  boardCards.set(card, cached);
  return cached;
}

function shownCard(card: SectorCard): SectorCard {
  const { dataAgeMin: _age, etcForecastMm: _etc, sector, balance, recommendation, season, monitors, ...shown } = card;
  return {
    ...shown,
    sector: without(sector, ["createdAt", "updatedAt"]),
    balance: balance && without(balance, needsLastDr(card) ? BALANCE_DETAILS : [...BALANCE_DETAILS, "dr"]),
    recommendation: recommendation && {
      ...without(recommendation, [
        "priority",
        "netMm",
        "volumeM3",
        "energyKwh",
        "replaces",
        "pauses",
        "leftMm",
        "hoursLeft",
        "lossBrlMm",
        "waitCostBrl",
        "isWorthKnown",
      ]),
      reasons: shownReasons(recommendation),
    },
    season: season && without(season, asksHarvest(recommendation) ? STAMPS : [...STAMPS, "_id"]),
    monitors: monitors.map(({ ageMin: _minutes, ...monitor }) => ({ ...monitor, profile: [] })),
  };
}

const BALANCE_DETAILS = [
  "seasonId",
  "dae",
  "kc",
  "rootCm",
  "eto",
  "etcAdj",
  "ks",
  "p",
  "storagePct",
  "subsoilTaw",
  "subsoilDr",
  "rootsDr",
  "toSubsoil",
  "startWater",
] as const;
const STAMPS = ["createdAt", "updatedAt"] as const;

/** Whether the card shows the depletion of the last day, or asks a person to confirm it after a contradiction. */
const needsLastDr = ({ drNowMm, recommendation }: SectorCard) =>
  drNowMm === null || recommendation?.contradiction != null;

/** Whether the card asks for the harvest, by a link to the season. */
const asksHarvest = (recommendation: SectorCard["recommendation"]) =>
  recommendation?.reasons.some(({ key }) => key === "harvestPending") ?? false;

/** A copy without some fields. A new object, because V8 turns an object with a deleted field into a slow dictionary. */
function without<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Row {
  const copy = {} as Row;
  for (const name in row) if (!(names as readonly string[]).includes(name)) copy[name] = row[name];
  return copy;
}

/** Encodes a board in columns. Leaves out ids that a card repeats. */
export function packBoard(content: BoardContent): Packed {
  const { sectors, ...rest } = content;
  return pack({ ...rest, ...(sectors && { sectors: sectors.map(sentCard) }) });
}

const sentCards = new WeakMap<SectorCard, object>();

/** A card as it is sent; the same object for the same card. */
function sentCard(card: SectorCard): object {
  const cached = sentCards.get(card) ?? {
    ...card,
    balance: card.balance && without(card.balance, ["sectorId"]),
    recommendation: card.recommendation && without(card.recommendation, ["sectorId"]),
    season: card.season && without(card.season, ["sectorId"]),
    monitors: card.monitors.map((monitor) => without(monitor, ["sectorId"])),
  };
  sentCards.set(card, cached);
  return cached;
}

/** A board from its columns, as sent: not validated. */
export function unpackBoard(packed: Packed): BoardContent {
  const content = unpack(packed) as BoardContent;
  for (const card of content.sectors ?? []) {
    const sectorId = card.sector._id;
    for (const part of [card.balance, card.recommendation, card.season, ...card.monitors])
      if (part) Object.assign(part, { sectorId });
  }
  return content;
}

/** The lists that an answer to `since` reduces to the changed records. */
export interface ChangingLists {
  sectors?: readonly { sector: { _id: string } }[];
  pivots?: readonly { _id: string }[];
  machines?: readonly { pivotId: string }[];
}

/** Merges the changes of an answer to `since` into a board or a map. Unchanged records stay the same object. */
export function mergeBoard<Content extends ChangingLists>(
  board: Content,
  { sectors = [], pivots = [], machines = [], ...fields }: Partial<Content>,
): Content {
  const cards = new Map(sectors.map((card) => [card.sector._id, card] as const));
  const panels = new Map(pivots.map((pivot) => [pivot._id, pivot] as const));
  const days = new Map(machines.map((day) => [day.pivotId, day] as const));
  return {
    ...board,
    ...fields,
    ...(cards.size > 0 && { sectors: board.sectors?.map((card) => cards.get(card.sector._id) ?? card) }),
    ...(panels.size > 0 && { pivots: board.pivots?.map((pivot) => panels.get(pivot._id) ?? pivot) }),
    ...(days.size > 0 && { machines: board.machines?.map((day) => days.get(day.pivotId) ?? day) }),
  };
}
