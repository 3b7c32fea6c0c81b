import type { RunWater } from "@lamina/agronomy/machine/run-parts";
import { farmDay } from "@lamina/shared/core/farm-time";
import { farmSpan } from "../../../field/farm-clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatNumber, formatTime } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import styles from "./form.module.css";
import { formText } from "./form-text.ts";
import type { PanelRun } from "./panel-runs.ts";
import type { PanelWater } from "./run-so-far.ts";
import type { WateringDraft } from "./watering-fields.ts";

/** A run in progress that the panel counts by itself. */
export function RunByPanel({ run, unit }: { run: PanelWater; unit: IrrigationCard }) {
  const setting = run.percent === null ? "" : formText.setting(`${formatNumber(run.percent, 0)} %`);
  return (
    <div className={styles.note}>
      <p>{formText.countedByPanel(formatTime(run.startAt, unit.farm.timezone), setting)}</p>
      <Applied run={run} unit={unit} />
    </div>
  );
}

/** The water of a run until now, which is all that its record credits. */
export function SoFar({ run, unit }: { run: RunWater; unit: IrrigationCard }) {
  const left = run.sectors.reduce((most, { leftMm }) => Math.max(most, leftMm), 0);
  return (
    <div className={styles.note}>
      <Applied run={run} unit={unit} />
      {left > 0 && <p className="hint">{formText.leftLater(mm(left))}</p>}
    </div>
  );
}

function Applied({ run, unit }: { run: RunWater; unit: IrrigationCard }) {
  const nameOf = (id: string) => unit.sectors.find(({ sector }) => sector._id === id)?.sector.name ?? id;
  return (
    <>
      <p className="strong">{formText.soFar}</p>
      <ul>
        {run.sectors.map(({ sectorId, appliedMm }) => (
          <li key={sectorId}>
            {formText.soFarSector(nameOf(sectorId), appliedMm < 0.05 ? formText.notYet : mm(appliedMm))}
          </li>
        ))}
      </ul>
    </>
  );
}

interface RunProposalProps {
  run: PanelRun;
  unit: IrrigationCard;
  /** Fills the form with the run. */
  onUse: (draft: Partial<WateringDraft>) => void;
  /** The panel's own record is right. */
  onConfirm: () => void;
}

/** `Pivô 05 regou 0° → 74°, 11 mm`: confirm the panel's record, or use it for one. */
export function RunProposal({ run, unit, onUse, onConfirm }: RunProposalProps) {
  const { timezone } = unit.farm;
  const now = useNow();
  const span = farmSpan(run.startAt, run.endAt, timezone, farmDay(now, timezone));
  const isRecorded = run.sectors.every(({ sectorId }) =>
    unit.sectors
      .find(({ sector }) => sector._id === sectorId)
      ?.recentWaterings?.some(
        ({ start, end, source }) =>
          source === "telemetry" && Date.parse(start) < run.endAt && Date.parse(end ?? start) >= run.startAt,
      ),
  );
  const confirm = () => {
    toast(formText.panelConfirmed);
    onConfirm();
  };
  const use = () =>
    onUse({
      day: farmDay(run.startAt, timezone),
      time: formatTime(run.startAt, timezone),
      amount: formatNumber(run.meanMm, 1),
      sectorIds: run.sectors.map(({ sectorId }) => sectorId),
    });
  return (
    <div className={styles.note}>
      <p>
        <strong>{panelRunWords(run, unit)}</strong> ({span})
      </p>
      {isRecorded && <p className="hint">{formText.ranByPanel}</p>}
      <Button onClick={isRecorded ? confirm : use}>{isRecorded ? formText.confirmPanel : formText.useRun}</Button>
    </div>
  );
}

/** `Pivô 05 regou 0° → 74°, 11,2 mm`. */
export function panelRunWords({ fromDeg, toDeg, meanMm }: PanelRun, { pivot }: Pick<IrrigationCard, "pivot">): string {
  return formText.panelRunWords(pivot.name, `${formatNumber(fromDeg, 0)}°`, `${formatNumber(toDeg, 0)}°`, mm(meanMm));
}
