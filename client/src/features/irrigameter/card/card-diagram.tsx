import { TypeChart } from "@lamina/shared/records/client";
import { soilStatus } from "@lamina/shared/views/urgency";
import { useLatestPanel } from "../../../core/pivot-status/pivot-status.ts";
import { sweep } from "../../../field/diagrams/geometry.ts";
import { PivotDiagram } from "../../../field/diagrams/pivot-diagram.tsx";
import { RulerDiagram } from "../../../field/diagrams/ruler-diagram.tsx";
import { farmClock } from "../../../field/farm-clock.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { centreOf } from "./centre.ts";
import { depletionNow, measuredDecision, rulerScale, sectorDecision, storageOf } from "./recommendation.ts";
import { measuredDepletion, measuredStorage } from "./sensors.ts";

interface CardDiagramProps {
  unit: IrrigationCard;
  /** Side of the circle, height of the ruler, in CSS pixels. */
  size: number;
  selected?: string | null;
  onSelect?: (sectorId: string) => void;
}

/** Draws a unit as the pivot from above, or as the ruler (domain, 2). */
export function CardDiagram({ unit, size, selected, onSelect }: CardDiagramProps) {
  const { typeChart, mode, todayOf } = useCardContext();
  const { sectors, mostUrgentSector, name, farm } = unit;
  const pivot = useLatestPanel(unit.pivot);
  if (typeChart === TypeChart.bar) {
    return (
      <RulerDiagram
        label={name}
        status={soilStatus(mostUrgentSector, mode)}
        scale={rulerScale(mostUrgentSector)}
        drMm={depletionNow(mostUrgentSector)}
        excess={mostUrgentSector.status === "excess"}
        sensorDrMm={measuredDepletion(mostUrgentSector)}
        height={size}
      />
    );
  }
  const panel = pivot.status;
  const chosen = sectors.find(({ sector }) => sector._id === selected);
  const clockOf = (moment: string) => farmClock(moment, farm.timezone, todayOf(farm.timezone));
  return (
    <PivotDiagram
      label={name}
      size={size}
      centre={centreOf(
        measuredDecision(
          chosen ? sectorDecision(unit, chosen.sector._id) : unit.decision,
          chosen ?? mostUrgentSector,
          mode,
        ),
        clockOf,
      )}
      arm={panel && { angle: panel.angleDeg, direction: panel.direction, wet: panel.wet }}
      reach={{ from: pivot.angleStart, to: pivot.angleEnd }}
      sectors={sectors.map((card) => ({
        key: card.sector._id,
        label: card.sector.name,
        arc: { from: card.sector.angleStart, to: card.sector.angleEnd },
        status: soilStatus(card, mode),
        storagePct: mode === "sensor" ? measuredStorage(card) : storageOf(card),
        irrigated: card.irrigatedThisRevolution,
      }))}
      irrigated={sectors.filter((card) => card.irrigatedThisRevolution).map(({ sector }) => arcOf(sector))}
      probes={sectors.flatMap(({ sector, monitors }) => probesIn(sector, monitors))}
      selected={selected ?? null}
      {...(onSelect && { onSelect })}
    />
  );
}

const arcOf = ({ angleStart, angleEnd }: { angleStart: number; angleEnd: number }) => ({
  from: angleStart,
  to: angleEnd,
});

/**
 * The API sends the sector of a probe but not its place, so probes are drawn side by side in the middle of the sector.
 */
function probesIn(
  sector: { angleStart: number; angleEnd: number },
  monitors: IrrigationCard["mostUrgentSector"]["monitors"],
): { key: string; angle: number; distance: number }[] {
  const degrees = sweep(arcOf(sector));
  return monitors.map(({ monitorId }, index) => ({
    key: monitorId,
    angle: (sector.angleStart + (degrees * (index + 1)) / (monitors.length + 1)) % 360,
    distance: 0.95,
  }));
}
