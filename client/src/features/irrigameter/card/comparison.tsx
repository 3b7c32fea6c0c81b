import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatSigned } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { mm } from "../amounts.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./comparison.module.css";
import { depletionNow } from "./recommendation.ts";
import { measuredDepletion } from "./sensors.ts";

/** Compares the depletion by balance and by probe, and offers to adjust the balance to the probe. */
export function Comparison({ card }: { card: SectorCard }) {
  const { act, mayAdjust } = useCardContext();
  const measured = measuredDepletion(card);
  const calculated = depletionNow(card);
  if (measured === null || calculated === null) return null;
  const signed = `${formatSigned(measured - calculated, 1)} mm`;
  return (
    <div className={classNames(styles.strip, card.differenceTooLarge && "tone-warning")}>
      {card.differenceTooLarge && <Icon name="alert" size={18} />}
      <p className={styles.words}>
        {text.comparison(mm(calculated), mm(measured))} <strong>{text.difference(signed)}</strong>
        {card.differenceTooLarge && <span className="fine block">{text.differenceTooLarge}</span>}
      </p>
      {mayAdjust && (
        <Button
          variant={card.differenceTooLarge ? "primary" : "quiet"}
          onClick={() => act({ action: "probe", sectorId: card.sector._id })}
        >
          {text.adjustByProbe}
        </Button>
      )}
    </div>
  );
}
