import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { farmClock } from "../../../field/farm-clock.ts";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import styles from "./why.module.css";
import { whyText } from "./why-text.ts";

/** The subject of the explanation. */
export interface WhyPart {
  unit: IrrigationCard;
  card: SectorCard;
}

/** What a person decided for the machine's run of the day: author, moment, and each change. */
export function Decided({ unit, card: { recommendation } }: WhyPart) {
  const { data, todayOf } = useBoard();
  const { timezone, _id: farmId } = unit.farm;
  const clock = (moment: string) => farmClock(moment, timezone, todayOf(timezone));
  const decision = data.plans.find((plan) => plan.farmId === farmId)?.decision;
  const choice = decision?.choices.find(({ pivotId }) => pivotId === unit.pivot._id);
  if (!decision || !choice) return null;
  const { recommendedMm, grossMm } = recommendation ?? {};
  const changes = [
    choice.grossMm !== undefined &&
      (recommendedMm != null && grossMm != null
        ? whyText.decidedDepth(mm(grossMm), mm(recommendedMm))
        : whyText.wantedDepth(mm(choice.grossMm))),
    choice.startAt !== undefined && whyText.decidedStart(clock(choice.startAt)),
    choice.usesPeak && whyText.decidedPeak,
  ].filter((words) => typeof words === "string");
  return (
    <p className={styles.decided}>
      <strong>{whyText.decidedBy(decision.by, clock(decision.at))}</strong> {changes.join("; ")}.
    </p>
  );
}
