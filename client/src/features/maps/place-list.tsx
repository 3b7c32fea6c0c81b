import { farmDay } from "@lamina/shared/core/farm-time";
import type { MapView } from "@lamina/shared/views/irrigameter";
import { deviceIcon } from "../../core/sensor-types/device-icon.ts";
import { adviceLine } from "../../field/advice.ts";
import { compareRisk, riskWords } from "../../field/risk.ts";
import { Status } from "../../field/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { usePrinting } from "../../ui/data-table/use-printing.ts";
import { formatAge, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Near } from "../../ui/layout/near.tsx";
import { useNow } from "../../ui/now.tsx";
import { appliedWords, batteryLine } from "./lines.ts";
import type { Layer, MapSelection } from "./map-params.ts";
import styles from "./place-list.module.css";
import { areCalm, isBatteryLow, isSilent, type PivotPlace, statusOn } from "./places.ts";
import { text } from "./text.ts";

/** Usual heights of rows. */
const PIVOT_PX = 74;
const DEVICE_PX = 56;

interface PlaceListProps {
  pivots: readonly PivotPlace[];
  /** All devices, including those without a known place. */
  devices: MapView["devices"];
  rain: MapView["rain7d"];
  layer: Layer;
  /** A day of the past, which has water and rain, and no advice. */
  ofDay: boolean;
  place: MapSelection | null;
  onPlace: (place: MapSelection) => void;
}

/** The content of the map as a list, for users who do not see the map. */
export function PlaceList({ pivots, devices, rain, layer, ofDay, place, onPlace }: PlaceListProps) {
  const now = useNow();
  const printing = usePrinting();
  const count = pivots.length + devices.length;
  const isOpen = (kind: MapSelection["kind"], id: string) => place?.kind === kind && place.id === id;
  const rainOf = (id: string) => rain.find(({ deviceId }) => deviceId === id)?.mm ?? null;
  return (
    <div className="stack">
      <Card title={text.pivots} flush>
        <ul>
          {inListOrder(pivots, layer).map((one, index) => (
            <li key={one.pivot._id}>
              <Near {...{ name: one.pivot.name, index, count, usualPx: PIVOT_PX, printing }}>
                <button
                  type="button"
                  className={styles.row}
                  aria-current={isOpen("pivot", one.pivot._id)}
                  onClick={() => onPlace({ kind: "pivot", id: one.pivot._id })}
                >
                  <span className={styles.name}>
                    {one.pivot.name}
                    <span className="fine-print regular tabular">
                      {layer === "calculated" && (one.order || one.risk) && (
                        <strong>
                          {[one.order && text.order(one.order), one.risk && riskWords(one.risk), ""]
                            .filter((words) => words !== null)
                            .join(" · ")}
                        </strong>
                      )}
                      {ofDay ? [one.farmName, appliedWords(one.sectors)].join(" · ") : pivotNote(one, layer, now)}
                    </span>
                  </span>
                  {one.mostUrgentSector && (
                    <Status
                      kind={statusOn(one.mostUrgentSector, layer)}
                      calm={layer === "calculated" && areCalm([one], layer)}
                    />
                  )}
                </button>
              </Near>
            </li>
          ))}
        </ul>
      </Card>
      {devices.length > 0 && (
        <Card title={text.devices} flush>
          <ul>
            {devices.map((device, index) => (
              <li key={device._id}>
                <Near {...{ name: device.name, index: pivots.length + index, count, usualPx: DEVICE_PX, printing }}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={isOpen("device", device._id)}
                    onClick={() => onPlace({ kind: "device", id: device._id })}
                  >
                    <span className={classNames(styles.icon, isSilent(device) && styles.silent)}>
                      <Icon name={deviceIcon(device.kind)} size={18} />
                    </span>
                    <span className={styles.name}>
                      {device.name}
                      <span className="fine-print regular tabular">
                        {[
                          text.states[device.state] ?? device.state,
                          device.lastSeen ? formatAge(device.lastSeen, now) : text.neverSeen,
                          isBatteryLow(device) && batteryLine(device),
                          rainOf(device._id) !== null &&
                            (ofDay ? text.rainOfDay : text.rain)(`${formatNumber(rainOf(device._id), 1)} mm`),
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    </span>
                  </button>
                </Near>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** Those with something to do first, in the order of Hoje; then those with a delay; the others by name. */
const inListOrder = (pivots: readonly PivotPlace[], layer: Layer): readonly PivotPlace[] =>
  layer === "calculated"
    ? [...pivots].sort((one, other) => placeOf(one) - placeOf(other) || compareRisk(one.risk, other.risk))
    : pivots;

const placeOf = ({ order }: PivotPlace) => order ?? Number.MAX_VALUE;

/** A pivot's value of the layer, in words. */
function pivotNote(place: PivotPlace, layer: Layer, now: number): string {
  const { farmName, day, sectors, timezone } = place;
  const means = sectors.flatMap(({ meanPct }) => meanPct ?? []);
  const clock = { timeZone: timezone, today: farmDay(now, timezone) };
  if (layer !== "moisture")
    return [farmName, day && adviceLine(day.decision, clock, day.sectors)].filter(Boolean).join(" · ");
  if (means.length === 0) return text.noMoisture;
  return text.moisture(`${formatNumber(means.reduce((sum, mean) => sum + mean, 0) / means.length, 1)} % vol`);
}
