import { farmDay } from "@lamina/shared/core/farm-time";
import { StopMachine } from "../../core/commands/stop-machine.tsx";
import { UnsentHint } from "../../core/outbox/unsent-hint.tsx";
import { useLatestPanel } from "../../core/pivot-status/pivot-status.ts";
import { useRights } from "../../core/rights/use-rights.ts";
import { deviceIcon } from "../../core/sensor-types/device-icon.ts";
import { adviceLine } from "../../field/advice.ts";
import { isCalm, riskWords } from "../../field/risk.ts";
import { Status } from "../../field/status.tsx";
import { ButtonLink, IconButton } from "../../ui/controls/button.tsx";
import { formatAge, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useNow } from "../../ui/now.tsx";
import { appliedWords, armLine, batteryLine } from "./lines.ts";
import type { Layer } from "./map-params.ts";
import styles from "./place-card.module.css";
import { isSilent, type MapDevice, type PivotPlace, sectorDecision, statusOn } from "./places.ts";
import { text } from "./text.ts";

interface PivotCardProps {
  place: PivotPlace;
  layer: Layer;
  /** A day of the past, which has water and rain, and no advice. */
  ofDay: boolean;
  onClose: () => void;
}

/** The card of a selected pivot: its sectors with status and recommendation, and a link to its irrigâmetro. */
export function PivotCard({ place, layer, ofDay, onClose }: PivotCardProps) {
  const now = useNow();
  const { can } = useRights();
  const { farmName, sectors, timezone, risk } = place;
  const latest = useLatestPanel(place.pivot);
  const pivot = ofDay ? place.pivot : latest;
  const clock = { timeZone: timezone, today: farmDay(now, timezone) };
  const mode = layer === "sensor" || layer === "moisture" ? "sensor" : "calculated";
  const adviceWords = (sectorId: string) => {
    const decision = sectorDecision(place, sectorId);
    return decision && adviceLine(decision, clock);
  };
  const isAdvised = place.day?.decision.kind === "stop";
  const address = `/irrigameter/${mode}?pivo=${encodeURIComponent(pivot._id)}`;
  return (
    <article className={styles.card} aria-label={pivot.name}>
      <Head title={pivot.name} note={farmName} onClose={onClose} />
      {!ofDay && (
        <UnsentHint
          clientId={pivot.clientId}
          farmId={pivot.farmId}
          pivotId={pivot._id}
          sectorIds={sectors.map(({ sector }) => sector._id)}
        />
      )}
      {!ofDay && place.day && sectors.length > 1 && (
        <p className="strong tabular medium">{adviceLine(place.day.decision, clock, place.day.sectors)}</p>
      )}
      {!ofDay && risk && (
        <p className="row wraps gap-2 small strong">
          <Icon name="alert" size={16} />
          {riskWords(risk)}
        </p>
      )}
      <ul className="grid gap-3">
        {sectors.map((one) => (
          <li key={one.sector._id}>
            <p className="row wraps gap-2 small">
              <span className="strong">{one.sector.name}</span>
              <Status
                kind={statusOn(one, layer)}
                calm={layer === "calculated" && isCalm(statusOn(one, layer), place.day)}
              />
            </p>
            <p className="strong tabular medium">{ofDay ? appliedWords([one]) : adviceWords(one.sector._id)}</p>
            {!ofDay && (
              <p className="fine-print tabular">
                {[
                  one.storagePct !== null && text.storage(`${formatNumber(one.storagePct, 0)} %`),
                  one.meanPct === null ? text.noMoisture : text.moisture(`${formatNumber(one.meanPct, 1)} % vol`),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
      {!ofDay && pivot.kind === "pivot" && <p className="fine-print tabular">{armLine(pivot, now)}</p>}
      {pivot.status?.fault && (
        <p className="row wraps gap-2 danger small strong">
          <Icon name="alert" size={16} />
          {text.fault(pivot.status.fault)}
        </p>
      )}
      {!ofDay && (
        <StopMachine machine={{ pivot: place.pivot, farm: { name: farmName, timezone } }} isAdvised={isAdvised} />
      )}
      {can("irrigameter", "view") && (
        <ButtonLink variant="primary" wide to={address}>
          {text.openIrrigameter}
        </ButtonLink>
      )}
    </article>
  );
}

interface DeviceCardProps {
  device: MapDevice;
  /** Rain of the last 7 days; undefined for a device that does not measure it. */
  rainMm: number | null | undefined;
  /** A day of the past, whose rain it is. */
  ofDay: boolean;
  onClose: () => void;
}

/** The card of a selected device: its contact, its battery and its rain. */
export function DeviceCard({ device, rainMm, ofDay, onClose }: DeviceCardProps) {
  const now = useNow();
  const { can } = useRights();
  const silent = isSilent(device);
  return (
    <article className={styles.card} aria-label={device.name}>
      <Head title={device.name} note={text.kinds[device.kind] ?? text.otherKind} onClose={onClose} />
      <p className={silent ? "row wraps gap-2 danger small strong" : "row wraps gap-2 small"}>
        <Icon name={silent ? "offline" : deviceIcon(device.kind)} size={18} />
        {text.states[device.state] ?? device.state}
        <span className="fine-print tabular">
          {device.lastSeen ? text.seen(formatAge(device.lastSeen, now)) : text.neverSeen}
        </span>
      </p>
      {rainMm !== undefined && <p className="strong tabular medium">{rainWords(rainMm, ofDay)}</p>}
      {device.batteryPct !== null && <p className="fine-print tabular">{batteryLine(device)}</p>}
      {can("device", "view") && (
        <ButtonLink wide to={`/setup/device?registro=${encodeURIComponent(device._id)}`}>
          {text.openDevice}
        </ButtonLink>
      )}
    </article>
  );
}

function rainWords(mm: number | null, ofDay: boolean): string {
  if (mm === null) return ofDay ? text.noRainOfDay : text.noRain;
  return (ofDay ? text.rainOfDay : text.rain)(`${formatNumber(mm, 1)} mm`);
}

function Head({ title, note, onClose }: { title: string; note: string; onClose: () => void }) {
  return (
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        <p className="fine-print tabular">{note}</p>
      </div>
      <IconButton icon="close" label={text.close} onClick={onClose} />
    </header>
  );
}
