import { ProbeProfile } from "../../../field/diagrams/probe-profile.tsx";
import { Status } from "../../../field/status.tsx";
import { isStale } from "../../../ui/feedback/is-stale.ts";
import { formatAge, formatAmount, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { mm } from "../amounts.ts";
import { text } from "../text.ts";
import { type Fact, Facts } from "./facts.tsx";
import styles from "./monitor-view.module.css";
import { type MonitorRow, trendOf } from "./sensors.ts";

const WATER = "% vol";
/** Default of Config.statusMargins.sensorMarginPct. The API judges the monitor; this margin only colours its depths. */
const MARGIN_PCT = 2;
const LOW_BATTERY_PCT = 20;

/** A monitor: water by depth with CC, θc and PMP, its weighted mean and trend, and the state of its device. */
export function MonitorView({ monitor, width }: { monitor: MonitorRow; width: number }) {
  const now = useNow();
  const { name, profile, date, status } = monitor;
  const stale = isStale(monitor.staleAt, now);
  const unit = profile[0]?.unit ?? WATER;
  return (
    <section className="grid gap-3" aria-label={name}>
      <header className="row gap-2 between">
        <h3 className="small">{name}</h3>
        <Status kind={status} />
      </header>
      <div className={styles.columns}>
        <div className={styles.mean}>
          <p className={stale ? styles.stale : styles.figure}>
            {monitor.meanPct === null ? NO_VALUE : formatNumber(monitor.meanPct, 1)}
            <span className={styles.unit}> {WATER}</span>
          </p>
          <p className={styles.label}>{text.weightedMean}</p>
          <Trend points={monitor.trendPctDay} />
          {profile.map(
            ({ sensorId, depthCm, flag }) =>
              flag && (
                <p key={sensorId} className={styles.label}>
                  {text.refused(`${depthCm} cm`, text.refusals[flag])}
                </p>
              ),
          )}
          <p className={stale ? styles.staleAge : styles.label}>
            {date ? text.lastReading(formatAge(date, now)) : text.noReading}
          </p>
        </div>
        <ProbeProfile label={name} unit={unit} layers={layersOf(profile)} marginPct={MARGIN_PCT} width={width} />
      </div>
      <Facts facts={healthFacts(monitor)} layout="line" />
    </section>
  );
}

/** The marks of a layer; none for a tension in kPa, because the marks are of water. */
function layersOf(profile: MonitorRow["profile"]): MonitorRow["profile"] {
  return profile.map((layer) =>
    layer.unit === WATER ? layer : { ...layer, fcPct: null, wpPct: null, criticalPct: null },
  );
}

const ARROWS = { up: "↗", down: "↘", level: "→" } as const;

/** The trend in points a day, with an arrow. */
function Trend({ points }: { points: number | null }) {
  const trend = trendOf(points);
  if (trend === null || points === null) return null;
  return (
    <p className="small tabular">
      <span aria-hidden="true">{ARROWS[trend]}</span> {text.trend(formatNumber(points, 1))}
    </p>
  );
}

function healthFacts({ drMm, soilTempC, ecDsM, batteryPct, rssiDbm }: MonitorRow): Fact[] {
  return [
    { label: text.drProbe, value: mm(drMm) },
    { label: text.soilTemperature, value: formatAmount(soilTempC, "°C") },
    ...(ecDsM === null ? [] : [{ label: text.ec, value: formatAmount(ecDsM, "dS/m", 2) }]),
    {
      label: text.battery,
      value: formatAmount(batteryPct, "%"),
      strong: batteryPct !== null && batteryPct < LOW_BATTERY_PCT,
    },
    ...(rssiDbm === null ? [] : [{ label: text.signal, value: formatAmount(rssiDbm, "dBm", 0) }]),
  ];
}
