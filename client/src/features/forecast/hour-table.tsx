import { sprayQuality } from "@lamina/agronomy/eto/air";
import { classNames } from "../../ui/class-names.ts";
import { formatNumber, formatTime, NO_VALUE } from "../../ui/format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { ScrollRegion } from "../../ui/layout/scroll-region.tsx";
import styles from "./hour-table.module.css";
import type { ForecastHour } from "./hours.ts";
import { QualityMark } from "./quality-mark.tsx";
import { text } from "./text.ts";
import { Wind } from "./wind.tsx";

const words = text.daily;

interface HourTableProps {
  hours: readonly ForecastHour[];
  timeZone: string;
  title: string;
}

/**
 * The hours that the source has, each with all of its values. The column of the hour stays visible while the rest
 * scrolls.
 */
export function HourTable({ hours, timeZone, title }: HourTableProps) {
  return (
    <Card title={title} flush>
      <ScrollRegion className={classNames(styles.scroller, "scrolls-sideways")} label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.hour}</th>
              <th scope="col">{words.temperature} (°C)</th>
              <th scope="col">{words.rh} (%)</th>
              <th scope="col">{words.rain} (mm)</th>
              <th scope="col">{words.probability} (%)</th>
              <th scope="col">{words.wind}</th>
              <th scope="col">{words.gust} (km/h)</th>
              <th scope="col">{words.radiation} (W/m²)</th>
              <th scope="col">{words.deltaT} (°C)</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.at}>
                <th scope="row">{formatTime(hour.at, timeZone)}</th>
                <td>{formatNumber(hour.temp, 1)}</td>
                <td>{formatNumber(hour.rh, 0)}</td>
                <td className={(hour.rain ?? 0) > 0 ? "strong" : undefined}>{formatNumber(hour.rain, 1)}</td>
                <td>{formatNumber(hour.rainProbPct, 0)}</td>
                <td>
                  <Wind speedKmh={hour.windKmh} from={hour.windDir} />
                </td>
                <td>{formatNumber(hour.gustKmh, 0)}</td>
                <td>{formatNumber(hour.radWm2, 0)}</td>
                <td>
                  <DeltaT value={hour.deltaT} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function DeltaT({ value }: { value: number | null }) {
  if (value === null) return NO_VALUE;
  const quality = sprayQuality(value);
  return (
    <QualityMark quality={quality}>
      {formatNumber(value, 1)} {words.quality[quality]}
    </QualityMark>
  );
}
