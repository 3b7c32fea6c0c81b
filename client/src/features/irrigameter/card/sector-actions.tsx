import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { named } from "../../../ui/named.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./sector-actions.module.css";
import { StopAnswers } from "./stop-answers.tsx";

interface SectorActionsProps {
  unit: IrrigationCard;
  card: SectorCard;
}

/** The buttons of a card, within reach of a thumb. */
export function CardActions({ unit, card }: SectorActionsProps) {
  const { act } = useCardContext();
  const sectorId = card.sector._id;
  const label = text.actions(unit.name);
  return (
    <fieldset className={styles.actions} aria-label={label} data-print="hide">
      <RecordButtons unit={unit} sectorId={sectorId} rain={text.rain} />
      <Button variant="quiet" aria-label={named(text.why, unit.name)} onClick={() => act({ action: "why", sectorId })}>
        {text.why}
      </Button>
    </fieldset>
  );
}

interface RecordButtonsProps {
  unit: IrrigationCard;
  sectorId: string;
  /** The words of the rain. */
  rain: string;
}

/** Recording of water; a run that the advice would stop has its answers instead. */
function RecordButtons({ unit, sectorId, rain }: RecordButtonsProps) {
  const { act, mayRecord } = useCardContext();
  return (
    <>
      <StopAnswers unit={unit} />
      {mayRecord && unit.decision.kind !== "stop" && (
        <Button
          variant="primary"
          icon="drop"
          aria-label={named(text.irrigated, unit.name)}
          onClick={() => act({ action: "watering", sectorId })}
        >
          {text.irrigated}
        </Button>
      )}
      {mayRecord && (
        <Button icon="rain" aria-label={named(rain, unit.name)} onClick={() => act({ action: "rain", sectorId })}>
          {rain}
        </Button>
      )}
    </>
  );
}

/** The buttons of a row: the same as icons, each with its word below it on touch, which has no tooltip. */
export function RowActions({ unit, card }: SectorActionsProps) {
  const { act, mayRecord } = useCardContext();
  const sectorId = card.sector._id;
  const actions = [
    ...(mayRecord
      ? ([
          ["watering", "drop", text.irrigated],
          ["rain", "rain", text.rain],
        ] as const)
      : []),
    ["why", "info", text.why] as const,
  ];
  return (
    <fieldset className={styles.icons} aria-label={text.actions(unit.name)} data-print="hide">
      {actions.map(([action, icon, words]) => (
        <Button
          key={action}
          variant="quiet"
          icon={icon}
          className={styles.labelled}
          aria-label={named(words, unit.name)}
          title={named(words, unit.name)}
          onClick={() => act({ action, sectorId })}
        >
          {words}
        </Button>
      ))}
    </fieldset>
  );
}

export function DetailActions({ unit, card }: SectorActionsProps) {
  const { act, mayAdjust } = useCardContext();
  const sectorId = card.sector._id;
  return (
    <fieldset className={styles.actions} aria-label={text.actions(unit.name)} data-print="hide">
      <RecordButtons unit={unit} sectorId={sectorId} rain={text.recordRain} />
      <Button icon="info" onClick={() => act({ action: "why", sectorId })}>
        {text.why}
      </Button>
      {card.balance && (
        <>
          <Button icon="gauge" onClick={() => act({ action: "simulate", sectorId })}>
            {text.simulate}
          </Button>
          {mayAdjust && (
            <Button icon="ruler" onClick={() => act({ action: "adjust", sectorId })}>
              {text.adjust}
            </Button>
          )}
        </>
      )}
      <ButtonLink variant="quiet" icon="chart" to={chartsOf(unit, card)}>
        {text.charts}
      </ButtonLink>
    </fieldset>
  );
}

/** The charts of the sector's first probe, or of the farm's rain. */
function chartsOf({ farm }: IrrigationCard, { monitors }: SectorCard): string {
  const [monitor] = monitors;
  const farmId = `fazenda=${encodeURIComponent(farm._id)}`;
  if (!monitor) return `/charts/pluviometry?${farmId}`;
  return `/charts/soilmoisture?${farmId}&fonte=${encodeURIComponent(monitor.monitorId)}`;
}
