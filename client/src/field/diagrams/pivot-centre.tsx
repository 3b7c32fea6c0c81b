import { formatDepth, formatNumber } from "../../ui/format.ts";
import { adviceText } from "../advice-text.ts";
import styles from "./pivot-diagram.module.css";
import { UNSPOKEN } from "./status-ink.tsx";
import { text } from "./text.ts";

/** The recommendation in the centre: a depth and the panel's setting, or words such as `Aguardar` with a detail. */
export type Centre =
  | {
      action: "irrigate";
      /** Depth of each pass. */
      depthMm: number;
      /** Number of passes. 1 when left out. */
      passes?: number;
      percent: number | null;
    }
  | { action: "running" | "stopNow" | "wait" | "check" | "none" | "nodata"; detail?: string };

/** The recommendation in one line: `12 mm · 29 % no painel`. */
export function centreText(centre: Centre): string {
  if (centre.action !== "irrigate") return [adviceText[centre.action], centre.detail].filter(Boolean).join(" ");
  const percent = centre.percent === null ? [] : [`${formatNumber(centre.percent, 0)} % ${adviceText.onPanel}`];
  return [`${timesOf(centre)}${formatDepth(centre.depthMm)} mm`, ...percent].join(" · ");
}

/** `2 × ` for a depth in several passes. */
function timesOf({ passes = 1 }: { passes?: number }): string {
  return passes > 1 ? `${formatNumber(passes, 0)} × ` : "";
}

/** The largest font size at which `length` characters fit in `width`. Inter's characters average 0.6 em. */
function fit(length: number, width: number, most: number): number {
  return Math.min(most, width / (length * 0.6));
}

/** Font size of the detail below the words. */
const DETAIL_PX = 13;

/** A detail that is wider than the centre, as two lines: its last word is below the others. */
function inLines(detail: string, width: number): string[] {
  const last = detail.lastIndexOf(" ");
  if (last < 0 || fit(detail.length, width, DETAIL_PX) === DETAIL_PX) return [detail];
  return [detail.slice(0, last), detail.slice(last + 1)];
}

interface PivotCentreProps {
  centre: Centre;
  /** Room for a line of text. */
  width: number;
  roomy: boolean;
}

/** The recommendation in the centre. */
export function PivotCentre(props: PivotCentreProps) {
  const { centre, width, roomy } = props;
  if (centre.action !== "irrigate") return <Words {...props} />;
  const number = `${timesOf(centre)}${formatDepth(centre.depthMm)}`;
  const lead = fit(number.length + 1.9, width, roomy ? 46 : 24);
  // A small circle has no room for the setting with its word, so it is only written beside it.
  const withPercent = roomy && centre.percent !== null;
  return (
    <g {...UNSPOKEN} className={styles.centre}>
      <text y={withPercent ? -lead * 0.62 : 0} dy="0.35em" fontSize={lead}>
        {number}
        <tspan fontSize={lead * 0.5} className={styles.unit} dx={lead * 0.12}>
          mm
        </tspan>
      </text>
      {withPercent && (
        <text y={lead * 0.28} dy="0.35em" fontSize={lead * 0.68}>
          {formatNumber(centre.percent, 0)}
          <tspan fontSize={lead * 0.4} className={styles.unit} dx={lead * 0.1}>
            %
          </tspan>
          <tspan x={0} dy={lead * 0.56} fontSize={lead * 0.36} className={styles.unit}>
            {` ${adviceText.onPanel}`}
          </tspan>
        </text>
      )}
    </g>
  );
}

function Words({ centre, width, roomy }: PivotCentreProps) {
  if (centre.action === "irrigate") return null;
  const line = roomy ? adviceText[centre.action] : (text.short[centre.action] ?? adviceText[centre.action]);
  const lines = line.split(" ");
  const size = fit(Math.max(...lines.map((line) => line.length)), width, roomy ? 22 : 13);
  const step = size * 1.15;
  const details = roomy && centre.detail ? inLines(centre.detail, width) : [];
  const top = -((lines.length - 1) * step + details.length * (DETAIL_PX + 4)) / 2;
  return (
    <g {...UNSPOKEN} className={styles.centre}>
      {lines.map((line, index) => (
        <text key={line} y={top + index * step} dy="0.35em" fontSize={size}>
          {line}
        </text>
      ))}
      {details.map((line, index) => (
        <text
          key={line}
          y={top + (lines.length - 1) * step + 20 + index * (DETAIL_PX + 2)}
          dy="0.35em"
          fontSize={DETAIL_PX}
          className={styles.detail}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
