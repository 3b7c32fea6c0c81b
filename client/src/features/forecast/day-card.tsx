import type { ForecastDaily } from "@lamina/shared/records/weather";
import { Link } from "react-router-dom";
import { formatNumber } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./day-card.module.css";
import { dayWords } from "./days.ts";
import { Sky } from "./sky.tsx";
import { text } from "./text.ts";
import { Wind } from "./wind.tsx";

interface DayCardProps {
  day: ForecastDaily;
  timeZone: string;
  /** Opens the hours of the day. */
  to: string;
}

export function DayCard({ day, timeZone, to }: DayCardProps) {
  const { name, date } = dayWords(day.date, useNow(), timeZone);
  const isWet = (day.rain ?? 0) > 0;
  return (
    <article className={styles.card}>
      <h3 className={styles.day}>
        <Link to={to} className={styles.link} aria-label={text.hoursOf(`${name} ${date}`)}>
          {name} <span className={styles.date}>{date}</span>
        </Link>
      </h3>
      <div className={styles.sky}>
        <Sky icon={day.icon} />
      </div>
      <p className={styles.temperatures}>
        <span className={styles.max}>
          <span className="only-read">{text.max} </span>
          {formatNumber(day.tMax, 0)}°
        </span>
        <span className="muted">
          <span className="only-read">{text.min} </span>
          {formatNumber(day.tMin, 0)}°
        </span>
      </p>
      <p className={isWet ? styles.wet : styles.dry}>
        <span className="only-read">{text.rain} </span>
        <strong>{formatNumber(day.rain, 1)}</strong> mm
        {day.rainProbPct !== null && <span className="fine-print block">{text.probability(day.rainProbPct)}</span>}
      </p>
      <dl className={styles.rest}>
        <div>
          <dt>{text.rhMin}</dt>
          <dd>{formatNumber(day.rhMin, 0)} %</dd>
        </div>
        <div>
          <dt>{text.wind}</dt>
          <dd>
            <Wind speedKmh={day.windMaxKmh} from={day.windDir} />
          </dd>
        </div>
        <div>
          <dt>{text.eto}</dt>
          <dd>{formatNumber(day.eto, 1)} mm</dd>
        </div>
      </dl>
    </article>
  );
}
