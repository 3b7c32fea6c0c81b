import { useId } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { type Brush, sameTariff } from "./brushes.ts";
import styles from "./tariff-windows.module.css";
import { text } from "./text.ts";

const words = text.tariff;

interface WeekBrushesProps {
  brushes: readonly Brush[];
  chosen: Brush;
  onChoose: (brush: Brush) => void;
  readOnly: boolean;
}

/** The legend of the week, from which the user picks a brush. */
export function WeekBrushes({ brushes, chosen, onChoose, readOnly }: WeekBrushesProps) {
  const name = useId();
  return (
    <fieldset className={styles.brushes} disabled={readOnly}>
      <legend className={styles.title}>{readOnly ? words.grid : words.paintWith}</legend>
      {brushes.map((brush) => (
        <label key={`${brush.kind} ${brush.brlKwh}`} className={styles.brush}>
          <input
            type="radio"
            name={name}
            checked={sameTariff(brush, chosen)}
            onChange={() => onChoose(brush)}
            className="only-read"
          />
          <span className={styles.word}>
            <span className={classNames(styles.swatch, brush.kind && styles[brush.kind])} />
            {tariffWord(brush)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** `Ponta, R$ 2,318`. */
export function tariffWord({ kind, brlKwh }: Brush): string {
  if (kind === null) return words.uncovered;
  return brlKwh === "" ? words.kinds[kind] : `${words.kinds[kind]}, R$ ${brlKwh}`;
}
