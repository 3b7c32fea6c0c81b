import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatAmount, formatNumber, formatShortDay } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { type Column, Table } from "../../../ui/layout/table.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { pivotText } from "./pivot-text.ts";
import { type SeasonComparison as Compared, type PlantedSeason, type SeasonTotals, seasonsQuery } from "./queries.ts";

interface SeasonComparisonProps {
  unit: IrrigationCard;
  card: SectorCard;
}

/** This season beside the last, over the same days since planting. Only where the user may see both sources. */
export function SeasonComparison({ unit, card }: SeasonComparisonProps) {
  const { can } = useRights();
  if (!card.season || !can("report", "view") || !can("balance", "view")) return null;
  return <Comparison unit={unit} season={card.season} />;
}

/** Opens the report of the machine's seasons beside the last ones of their crops, with their costs and harvests. */
export function SeasonsLink({ pivotId }: { pivotId: string }) {
  const { can } = useRights();
  if (!can("report", "view")) return null;
  return (
    <ButtonLink icon="report" to={`/report/irrigationmanager?periodo=safra&pivo=${pivotId}&comparar=safra`}>
      {pivotText.compareSeasons}
    </ButtonLink>
  );
}

function Comparison({ unit, season }: { unit: IrrigationCard; season: PlantedSeason }) {
  const { todayOf } = useBoard();
  const query = useQuery(seasonsQuery(useSelectedClient(), season, unit.pivot._id, todayOf(unit.farm.timezone)));
  return (
    <Card title={pivotText.seasons}>
      <QueryView query={query} rows={5}>
        {(compared) =>
          compared?.last ? <SeasonTable {...compared} last={compared.last} /> : <p>{pivotText.noLastSeason}</p>
        }
      </QueryView>
    </Card>
  );
}

type Totals = SeasonTotals["totals"];
const measures: { key: keyof typeof pivotText.measures; of: (totals: Totals) => string }[] = [
  { key: "etc", of: ({ etcAdj }) => mm(etcAdj) },
  { key: "rain", of: ({ rain }) => mm(rain) },
  { key: "applied", of: ({ appliedMm }) => mm(appliedMm) },
  { key: "adequacy", of: ({ adequacyPct }) => formatAmount(adequacyPct, "%") },
  { key: "stress", of: ({ stressDays }) => formatNumber(stressDays, 0) },
];

function SeasonTable({ current, last, days }: Compared & { last: SeasonTotals }) {
  const { data } = useBoard();
  const nameOf = ({ season }: SeasonTotals) =>
    pivotText.season(
      season.name ?? data.crops.find(({ _id }) => _id === season.cropId)?.name ?? "",
      formatShortDay(season.plantingDate),
    );
  const columns: Column<(typeof measures)[number]>[] = [
    {
      key: "measure",
      header: `${pivotText.measure}, ${pivotText.day(days)}`,
      cell: ({ key }) => pivotText.measures[key],
    },
    {
      key: "this",
      header: pivotText.thisSeason(nameOf(current)),
      numeric: true,
      cell: ({ of }) => of(current.totals),
    },
    { key: "last", header: pivotText.lastSeason(nameOf(last)), numeric: true, cell: ({ of }) => of(last.totals) },
  ];
  return <Table caption={pivotText.seasons} columns={columns} rows={measures} rowKey={({ key }) => key} />;
}
