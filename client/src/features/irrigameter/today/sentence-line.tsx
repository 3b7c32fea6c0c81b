import { unbroken } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { machinesToday } from "./machines-today.ts";
import { sentenceOf } from "./sentence.ts";
import styles from "./sentence-line.module.css";

/** What a machine does today and why, as a sentence. */
export function SentenceLine({ unit }: { unit: IrrigationCard }) {
  const { data, todayOf } = useBoard();
  const now = useNow();
  const machine = machinesToday(data, unit.farm._id).find(({ unit: { pivot } }) => pivot._id === unit.pivot._id);
  if (!machine) return null;
  const pivot = (id: string) => data.pivots.find(({ _id }) => _id === id)?.name ?? id;
  const sentence = sentenceOf(machine, { today: todayOf(unit.farm.timezone), now, pivot });
  const { what, where, when, money, why = [] } = sentence;
  return (
    <div>
      <p className={styles.sentence}>
        {unit.name}: <strong>{unbroken(what)}</strong>
        {[...where, ...when, ...(money ? [money] : [])].map((words) => `, ${unbroken(words)}`)}
      </p>
      {why.length > 0 && <p className={styles.why}>{why.map(unbroken).join("; ")}</p>}
    </div>
  );
}
