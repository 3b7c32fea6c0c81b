import type { Balance } from "@lamina/shared/records/balance";
import { statusNames } from "@lamina/shared/records/text";
import { StatusShape } from "../../field/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatNumber, NO_VALUE } from "../../ui/format.ts";
import styles from "./depletion-cell.module.css";
import { text } from "./text.ts";

/** A smaller difference in depletion is not shown. */
const SAME_MM = 0.05;

interface DepletionCellProps {
  withRain: Balance | undefined;
  withoutRain: Balance | undefined;
}

/**
 * The depletion at the end of a day, in the colour and shape of its status. The second line is the depletion without
 * the forecast rain.
 */
export function DepletionCell({ withRain, withoutRain }: DepletionCellProps) {
  if (!withRain) return NO_VALUE;
  const differs = withoutRain && Math.abs(withoutRain.dr - withRain.dr) >= SAME_MM;
  return (
    <span className={styles.cell}>
      <span className={classNames(styles.value, styles[withRain.status])} title={statusNames[withRain.status]}>
        <StatusShape kind={withRain.status} size={12} />
        <span className="only-read">{statusNames[withRain.status]} </span>
        {formatNumber(withRain.dr, 1)}
      </span>
      {differs && <span className={styles.without}>{text.sectors.withoutRain(formatNumber(withoutRain.dr, 1))}</span>}
    </span>
  );
}
