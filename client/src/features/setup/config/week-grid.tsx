import type { TariffWindow } from "@lamina/shared/config";
import { TariffFields } from "@lamina/shared/config";
import { Banner } from "../../../ui/banner.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useForm } from "../../../ui/form/form-context.ts";
import { readRecord } from "../../../ui/form/written.ts";
import { formatNumber } from "../../../ui/format.ts";
import { ScrollRegion } from "../../../ui/scroll-region.tsx";
import { text } from "./text.ts";
import { HOURS, weekOf } from "./week.ts";
import styles from "./week-grid.module.css";

const words = text.tariff;
const hours = Array.from({ length: HOURS }, (_, hour) => hour);

/** The tariff of each hour of the week, as the windows in the form make it. */
export function WeekGrid() {
  const { values } = useForm();
  const { windows = [] } = readRecord(TariffFields, values) as { windows?: Partial<TariffWindow>[] };
  const whole = windows.filter(
    (window): window is TariffWindow => Boolean(window.from && window.to && window.kind) && window.days !== undefined,
  );
  const week = weekOf(whole);
  const gaps = week.flat().filter((window) => window === null).length;
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>{words.grid}</h3>
      {gaps > 0 && gaps < HOURS * week.length && <Banner tone="warning">{words.gaps(gaps)}</Banner>}
      <ScrollRegion className={styles.scroll} label={words.grid}>
        <table className={styles.grid}>
          <caption className="only-read">{words.grid}</caption>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.map((day, index) => (
              <tr key={words.dayShort[index]}>
                <th scope="row">{words.dayShort[index]}</th>
                {hours.map((hour) => {
                  const window = day[hour];
                  const said = window
                    ? `${words.kinds[window.kind]}, R$ ${formatNumber(window.brlKwh, 3)}`
                    : words.uncovered;
                  return (
                    <td key={hour} className={classNames(styles.hour, window && styles[window.kind])} title={said}>
                      <span className="only-read">{said}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <ul className={styles.legend}>
        {(["peak", "offpeak", "reserved"] as const).map((kind) => (
          <li key={kind}>
            <span className={classNames(styles.swatch, styles[kind])} />
            {words.kinds[kind]}
          </li>
        ))}
      </ul>
    </div>
  );
}
