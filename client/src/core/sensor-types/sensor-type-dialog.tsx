import type { SensorType } from "@lamina/shared/records/sensor-type";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { formatNumber, NO_VALUE } from "../../ui/format.ts";
import { FactList } from "../../ui/layout/fact-list.tsx";
import styles from "./devices-card.module.css";
import { text } from "./text.ts";
import { useSensorType } from "./use-sensor-types.ts";

/** The range of a type with its unit: `0 a 100 mm`. */
export function rangeText({ min, max, unit }: SensorType): string {
  if (min == null || max == null) return NO_VALUE;
  return `${text.from(formatNumber(min, 0), formatNumber(max, 0))}${unit ? ` ${unit}` : ""}`;
}

/**
 * The page of one sensor type (readings, 8b). Shows the list's data first, then the answer of `/SensorType/GetByID`.
 */
export function SensorTypeDialog({ listed, onClose }: { listed: SensorType; onClose: () => void }) {
  const type = useSensorType(listed._id) ?? listed;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [text.code, type._id],
    [text.kind, text.kinds[type.kind ?? ""] ?? type.kind ?? NO_VALUE],
    [text.measures, type.unit ?? text.several],
    [text.range, rangeText(type)],
  ];
  return (
    <Dialog open variant="sheet" title={type.name ?? type._id} onClose={onClose}>
      <FactList facts={facts} className={styles.facts} />
    </Dialog>
  );
}
