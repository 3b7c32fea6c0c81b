import { useQuery } from "@tanstack/react-query";
import { commandText } from "../../../core/commands/command-text.ts";
import { historyQuery, useTakesCommands } from "../../../core/commands/queries.ts";
import { formatDateTime, formatTime } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { Fold } from "./fold.tsx";
import styles from "./pivot.module.css";

/** The last commands of a machine, each with its states and their times. */
export function CommandHistory({ unit }: { unit: IrrigationCard }) {
  const { clientId } = useBoard();
  const { data: commands } = useQuery({
    ...historyQuery({ _id: clientId }, unit.pivot._id),
    enabled: useTakesCommands(clientId),
  });
  const { timezone } = unit.farm;
  if (!commands || commands.length === 0) return null;
  return (
    <Fold name="commands" title={commandText.history} summary={commandText.historySummary}>
      <Card title={commandText.history}>
        <ul className={styles.commands}>
          {commands.map(({ _id, command, byName, issuedAt, states }) => (
            <li key={_id}>
              <strong>{commandText.kinds[command]}</strong> · {formatDateTime(issuedAt, timezone)} ·{" "}
              {commandText.by(byName)}
              <br />
              <span className="hint">
                {states.map(({ state, at }) => `${formatTime(at, timezone)} ${commandText.steps[state]}`).join(" → ")}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Fold>
  );
}
