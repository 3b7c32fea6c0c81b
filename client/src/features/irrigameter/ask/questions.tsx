import type { BoardRecommendation } from "@lamina/shared/records/recommendation";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import type { ReactNode } from "react";
import { DoubtAnswers, doubtWords } from "../../../core/rain-doubt/rain-doubt.tsx";
import { farmClock } from "../../../field/farm-clock.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { formatShortDay } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { IconName } from "../../../ui/icons/icon-paths.ts";
import { named } from "../../../ui/named.ts";
import { mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { askText } from "./ask-text.ts";
import { isAsking, isHarvestPending } from "./is-asking.ts";
import styles from "./questions.module.css";
import { useAnswers } from "./use-answers.ts";

interface QuestionsProps {
  unit: IrrigationCard;
  card: SectorCard;
  /** The machine and its sector, where no heading names them. */
  about?: string | undefined;
  /** What the answer is worth, in words. */
  stake?: string | undefined;
}

/** A question whose answers are named after its machine. */
type NamedQuestion = QuestionsProps & { name: string };

/** Questions about a sector that block its recommendation, each with its answers, one tap each. */
export function Questions({ unit, card, about, stake }: QuestionsProps) {
  if (!isAsking(card)) return null;
  const name = about ?? unit.name;
  const { recommendation, season } = card;
  const hole = recommendation?.missingRain;
  return (
    <div className={styles.questions}>
      <Unconfirmed unit={unit} card={card} about={about} name={name} />
      {recommendation?.blockedBy === "contradicted" && recommendation.contradiction && (
        <Check card={card} about={about} name={name} stake={stake} contradiction={recommendation.contradiction} />
      )}
      {hole && hole.days.length > 0 && <RainHole card={card} about={about} name={name} hole={hole} />}
      {isHarvestPending(card) && season && (
        <Question icon="info" about={about} words={askText.harvest}>
          <ButtonLink
            aria-label={named(askText.recordHarvest, name)}
            to={`/setup/balance?parte=safras&registro=${encodeURIComponent(season._id ?? "")}`}
          >
            {askText.recordHarvest}
          </ButtonLink>
        </Question>
      )}
    </div>
  );
}

function Unconfirmed({ unit, card, about, name }: NamedQuestion) {
  const { todayOf, mayCorrect } = useCardContext();
  const { answer, isPending } = useAnswers(card);
  const { unconfirmed = [] } = card;
  const [first] = unconfirmed;
  if (!first) return null;
  const { timezone } = unit.farm;
  const depth = unconfirmed.reduce((sum, { grossMm }) => sum + grossMm, 0);
  const wateringIds = unconfirmed.map(({ wateringId }) => wateringId);
  const words = askText.unconfirmed(mm(depth), farmClock(first.start, timezone, todayOf(timezone)));
  return (
    <Question icon="drop" about={about} words={words}>
      {mayCorrect && (
        <>
          <Button
            aria-label={named(askText.yes, name)}
            variant="primary"
            pending={isPending}
            onClick={() => answer({ says: "planned", wateringIds })}
          >
            {askText.yes}
          </Button>
          <Button
            aria-label={named(askText.no, name)}
            pending={isPending}
            onClick={() => answer({ says: "notDone", wateringIds })}
          >
            {askText.no}
          </Button>
        </>
      )}
    </Question>
  );
}

/** The balance, the probe, and the answers: it was irrigated, the probe is right, the balance is right. */
function Check({
  card,
  about,
  name,
  stake,
  contradiction,
}: Omit<NamedQuestion, "unit"> & {
  contradiction: NonNullable<BoardRecommendation["contradiction"]>;
}) {
  const { act, mayRecord, mayAdjust } = useCardContext();
  const { answer, isPending } = useAnswers(card);
  const { by, balanceMm, measuredMm, detectionId } = contradiction;
  const numbers = [askText[by](mm(balanceMm), mm(measuredMm)), ...(stake ? [`${stake}.`] : [])].join(" ");
  const detected = detectionId === null ? null : { detectionId };
  return (
    <Question icon="sensor" about={about} title={askText.checkTitle} words={numbers}>
      {mayRecord && (
        <Button
          aria-label={named(askText.irrigated, name)}
          pending={isPending}
          onClick={() =>
            detected
              ? answer({ says: "irrigation", ...detected })
              : act({ action: "watering", sectorId: card.sector._id })
          }
        >
          {askText.irrigated}
        </Button>
      )}
      {detected && mayRecord && (
        <Button
          aria-label={named(askText.wasRain, name)}
          pending={isPending}
          onClick={() => answer({ says: "rain", ...detected })}
        >
          {askText.wasRain}
        </Button>
      )}
      {!detected && mayAdjust && (
        <Button
          aria-label={named(askText.trustProbe, name)}
          pending={isPending}
          onClick={() => answer({ says: "probe" })}
        >
          {askText.trustProbe}
        </Button>
      )}
      {(detected ? mayRecord : mayAdjust) && (
        <Button
          aria-label={named(askText.trustBalance, name)}
          pending={isPending}
          onClick={() =>
            answer(detected ? { says: "nothing", detectionId: detected.detectionId } : { says: "balance" })
          }
        >
          {askText.trustBalance}
        </Button>
      )}
    </Question>
  );
}

function RainHole({
  card,
  about,
  name,
  hole,
}: Omit<NamedQuestion, "unit"> & { hole: NonNullable<BoardRecommendation["missingRain"]> }) {
  const { act, mayRecord, clientId } = useCardContext();
  const { gauge, days, doubt } = hole;
  const words = doubt ? doubtWords(doubt, gauge) : askText.hole(days.map(formatShortDay).join(", "), gauge);
  return (
    <Question icon="rain" about={about} words={words}>
      {doubt && <DoubtAnswers doubt={doubt} clientId={clientId} />}
      {mayRecord && (
        <Button
          aria-label={named(askText.recordRain, name)}
          variant={doubt ? "secondary" : "primary"}
          onClick={() => act({ action: "rain", sectorId: card.sector._id })}
        >
          {askText.recordRain}
        </Button>
      )}
    </Question>
  );
}

interface QuestionProps {
  icon: IconName;
  about: string | undefined;
  title?: string;
  words: string;
  children: ReactNode;
}

function Question({ icon, about, title, words, children }: QuestionProps) {
  return (
    <div className={styles.question}>
      <p className={styles.words}>
        <Icon name={icon} size={18} />
        <span>
          {about && <strong>{about}: </strong>}
          {title && <strong>{title}. </strong>}
          {words}
        </span>
      </p>
      <div className={styles.answers} data-print="hide" data-control>
        {children}
      </div>
    </div>
  );
}
