import type { Detection, DetectionResolve } from "@lamina/shared/records/irrigation";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatNumber, formatShortDay } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { unitOfSector, useBoard } from "../board-context.ts";
import { detectionText } from "./detection-text.ts";
import styles from "./detections.module.css";

const words = detectionText.meter;
const m3 = (value: number) => `${formatNumber(value, 0)} m³`;

interface MeterItemProps {
  detection: Detection;
  onResolve?: (answer: DetectionResolve) => void;
}

/** A flow meter that disagrees with the panel: both volumes, and which one is right. */
export function MeterItem({ detection, onResolve }: MeterItemProps) {
  const { units } = useBoard();
  const { can } = useRights();
  const { _id, date, sectorId, meterM3, panelM3 } = detection;
  if (meterM3 == null || panelM3 == null) return null;
  const percent = 100 * (meterM3 / panelM3 - 1);
  const difference = `${percent > 0 ? "+" : "−"}${formatNumber(Math.abs(percent), 0)} %`;
  return (
    <li className={styles.item}>
      <Icon name="drop" />
      <div className={styles.words}>
        <p className="strong">
          {unitOfSector(units, sectorId)?.name ?? ""}: {words.question}
        </p>
        <p className={styles.evidence}>{words.volumes(m3(meterM3), m3(panelM3), difference, formatShortDay(date))}</p>
      </div>
      {onResolve && (
        <div className={styles.answer} data-print="hide">
          {can("farms", "create") && <Button onClick={() => onResolve({ _id, as: "meter" })}>{words.meter}</Button>}
          {can("device", "edit") && <Button onClick={() => onResolve({ _id, as: "panel" })}>{words.panel}</Button>}
          <Button variant="quiet" onClick={() => onResolve({ _id, as: "check" })}>
            {words.check}
          </Button>
        </div>
      )}
    </li>
  );
}
