import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { formatNumber } from "../../../ui/format.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./crop-line.module.css";

/** Ids of the stages, in the order of a crop. */
const STAGES = ["initial", "development", "mid", "late"];

/** Crop, stage and days after emergence, and the elapsed part of the season. */
export function CropLine({ card }: { card: SectorCard }) {
  const { data } = useBoard();
  const { season, balance, seasonDay, seasonDays } = card;
  if (!season || !balance) return null;
  const crop = data.crops.find(({ _id }) => _id === season.cropId);
  const share = seasonDay !== null && seasonDays ? Math.min(100, Math.max(0, (100 * seasonDay) / seasonDays)) : null;
  const stage = crop?.stages[STAGES.indexOf(balance.stage)]?.name ?? text.stages[balance.stage] ?? balance.stage;
  const words = text.cropLine(crop?.name ?? season.name ?? "", stage, formatNumber(balance.dae, 0));
  return (
    <div className={styles.crop}>
      <p className={styles.words}>
        <span>{words}</span>
        {share !== null && <span className="muted tabular">{text.cycle(`${formatNumber(share, 0)} %`)}</span>}
      </p>
      {share !== null && (
        <div className={styles.track} aria-hidden="true">
          <div className={styles.done} style={{ width: `${share}%` }} />
        </div>
      )}
    </div>
  );
}
