import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { classNames } from "../../ui/class-names.ts";
import { Card } from "../../ui/layout/card.tsx";
import { useNow } from "../../ui/now.tsx";
import styles from "./day-windows.module.css";
import {
  clockText,
  type ForecastHour,
  hourSprayQuality,
  IRRIGATION_WIND_KMH,
  irrigationQuality,
  type Quality,
  REDUCED_TARIFF,
  reducedHours,
  SPRAY_WIND_KMH,
  type Window,
  windowsOf,
} from "./hours.ts";
import { QualityMark } from "./quality-mark.tsx";
import { text } from "./text.ts";

const words = text.daily;
const LABELS = [0, 6, 12, 18, 24];

/** When the day suits irrigation and spraying: a strip of its hours, and the remaining windows in words. */
export function DayWindows({ hours }: { hours: readonly ForecastHour[] }) {
  const now = useNow();
  const current = hours.find(({ at }) => at <= now && now < at + HOUR_MS);
  return (
    <Card title={words.windows}>
      <div className="grid gap-4">
        <Lane
          title={words.irrigate}
          rule={words.irrigateRule(IRRIGATION_WIND_KMH)}
          hours={hours}
          quality={irrigationQuality}
          note={(window) => (reducedHours(window) > 0 ? words.reduced(reducedHours(window)) : null)}
        />
        <div className={styles.lane}>
          <h3 className="small">{words.tariff}</h3>
          <div className={styles.strip} aria-hidden="true">
            <span className={styles.tariff} style={place(0, REDUCED_TARIFF.to)} />
            <span className={styles.tariff} style={place(REDUCED_TARIFF.from, DAY_MINUTES)} />
          </div>
          <p className={styles.rule}>
            {words.tariffRule(clockText(REDUCED_TARIFF.from), clockText(REDUCED_TARIFF.to))}
          </p>
        </div>
        <Lane
          title={words.spray}
          rule={words.sprayRule(SPRAY_WIND_KMH.low, SPRAY_WIND_KMH.high)}
          hours={hours}
          quality={hourSprayQuality}
          note={() => null}
        />
        <div className={styles.scale} aria-hidden="true">
          {current && (
            <span
              className={styles.now}
              style={{ left: `${(100 * (current.minute + (now - current.at) / MINUTE_MS)) / DAY_MINUTES}%` }}
            >
              {words.now}
            </span>
          )}
          {LABELS.map((hour) => (
            <span key={hour} style={{ left: `${(100 * hour) / 24}%`, translate: hour === 0 ? 0 : undefined }}>
              {hour} h
            </span>
          ))}
        </div>
      </div>
    </Card>
  );
}

interface LaneProps {
  title: string;
  /** The conditions that make an hour good. */
  rule: string;
  hours: readonly ForecastHour[];
  quality: (hour: ForecastHour) => Quality | null;
  note: (window: Window) => string | null;
}

function Lane({ title, rule, hours, quality, note }: LaneProps) {
  const now = useNow();
  const isPast = ({ at }: ForecastHour) => at + HOUR_MS <= now;
  const windows = windowsOf(
    hours.filter((hour) => !isPast(hour)),
    quality,
  );
  return (
    <div className={styles.lane}>
      <h3 className="small">{title}</h3>
      <div className={styles.strip} aria-hidden="true">
        {hours.map((hour) => {
          const hourQuality = quality(hour);
          return (
            hourQuality && (
              <span
                key={hour.at}
                className={classNames(styles.hour, isPast(hour) && styles.past)}
                style={place(hour.minute, hour.minute + 60)}
              >
                <QualityMark quality={hourQuality} />
              </span>
            )
          );
        })}
      </div>
      <p className={styles.result}>
        {windows.length === 0
          ? words.noWindow
          : windows
              .map((window) =>
                [words.span(clockText(window.from), clockText(window.to)), note(window)].filter(Boolean).join(", "),
              )
              .join("; ")}
      </p>
      <p className={styles.rule}>{rule}</p>
    </div>
  );
}

function place(from: number, to: number): { left: string; width: string } {
  const part = (minutes: number) => `${(100 * minutes) / DAY_MINUTES}%`;
  return { left: part(from), width: part(to - from) };
}
