import { deviceIcon } from "../../core/sensor-types/device-icon.ts";
import { riskWords } from "../../field/risk.ts";
import { type StatusKind, StatusMark } from "../../field/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatAmount, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Layer } from "./map-params.ts";
import styles from "./markers.module.css";
import {
  areCalm,
  isBatteryLow,
  isSilent,
  type MapDevice,
  type Motion,
  type PivotPlace,
  worstStatus,
} from "./places.ts";
import { text } from "./text.ts";

/** A pivot's name on its hub, with its value of the layer as shape and word. */
export function PivotMarker({
  place,
  motion,
  layer,
  selected,
  isBrief = false,
  isShort = false,
}: {
  place: PivotPlace;
  /** By the latest report of its panel. */
  motion: Motion;
  layer: Layer;
  selected: boolean;
  /** Its status alone; the name is its label. */
  isBrief?: boolean;
  /** Without the words for its motion and its delay. */
  isShort?: boolean;
}) {
  const { pivot, sectors } = place;
  const appliedMm = Math.max(0, ...sectors.map((sector) => sector.appliedMm ?? 0));
  const means = sectors.flatMap(({ meanPct }) => meanPct ?? []);
  const kind = worstStatus([place], layer);
  const order = layer === "calculated" ? place.order : null;
  const delay = layer === "calculated" && place.risk !== null && riskWords(place.risk);
  const calm = layer === "calculated" && areCalm([place], layer);
  const title = [pivot.name, order && text.order(order), delay].filter(Boolean).join(", ");
  if (isBrief && kind)
    return (
      <span className={styles.brief} role="img" aria-label={title} title={title}>
        <StatusMark kind={kind} calm={calm} />
        {order && <span className={styles.order}>{order}</span>}
      </span>
    );
  return (
    <span className={classNames(styles.pivot, selected && styles.selected)}>
      {kind && <StatusMark kind={kind} calm={calm} />}
      {motion === "wet" && <Icon name="drop" size={14} />}
      {pivot.name}
      {(order || delay) && (
        <span className="regular tabular" title={title}>
          {order && <span className="only-read">{text.order(order)}, </span>}
          {order && <span aria-hidden="true">{text.place(order)}</span>}
          {delay && !isShort && [order && " · ", delay]}
        </span>
      )}
      {appliedMm > 0 && <span className="regular">{text.applied(`${formatNumber(appliedMm, 1)} mm`)}</span>}
      {motion !== "still" && !isShort && <span className="regular">{text.motion[motion]}</span>}
      {layer === "moisture" && means.length > 0 && (
        <span className="muted tabular">
          {formatAmount(means.reduce((sum, mean) => sum + mean, 0) / means.length, "% vol")}
        </span>
      )}
    </span>
  );
}

interface FarmMarkerProps {
  name: string;
  pivots: number;
  kind: StatusKind | null;
  /** None of its stress needs an act today. */
  calm: boolean;
}

/** A farm on the map of all farms, with its number of pivots and its most urgent status. */
export function FarmMarker({ name, pivots, kind, calm }: FarmMarkerProps) {
  return (
    <span className={styles.pivot}>
      {kind && <StatusMark kind={kind} calm={calm} />}
      {name}
      <span className="regular">{text.farmPivots(pivots)}</span>
    </span>
  );
}

/** A device with the icon of its kind. Grey when it is silent, with a badge when its battery is low. */
export function DeviceMarker({ device, selected }: { device: MapDevice; selected: boolean }) {
  const silent = isSilent(device);
  return (
    <span
      className={classNames(styles.device, silent && styles.silent, selected && styles.selected)}
      title={device.name}
    >
      <Icon name={deviceIcon(device.kind)} size={18} />
      <span className="only-read">
        {device.name}, {text.states[device.state] ?? device.state}
        {isBatteryLow(device) && `, ${text.lowBattery(`${formatNumber(device.batteryPct, 0)} %`)}`}
      </span>
      {isBatteryLow(device) && <BatteryBadge />}
    </span>
  );
}

function BatteryBadge() {
  return (
    <span className={styles.battery}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M1.5 4.5h9v5h-9zM12.25 6v2M3.5 6.5v1" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </span>
  );
}

/** The rain depth in a bubble. */
export function RainMarker({ mm, ofDay }: { mm: number | null; ofDay: boolean }) {
  const none = ofDay ? text.noRainOfDay : text.noRain;
  const words = ofDay ? text.rainOfDay : text.rain;
  return (
    <span className={styles.rain}>
      <span className="only-read">{mm === null ? none : words(`${formatNumber(mm, 1)} mm`)}</span>
      <span aria-hidden="true">{formatNumber(mm, mm !== null && mm >= 10 ? 0 : 1)}</span>
    </span>
  );
}
