import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../../ui/controls/button.tsx";
import { Card } from "../../../../ui/layout/card.tsx";
import { partAddress } from "../../records/data/params.ts";
import styles from "../land.module.css";

interface PivotRecordsProps {
  pivotId: string;
  title: string;
  /** The part of the screen that has the records. */
  part: string;
  words: { add: string; emptyHint: string };
  records: readonly { id: string; name: string; facts: ReactNode }[];
}

/** Below the form of a pivot: records of one kind that belong to it, each as a link with its facts. */
export function PivotRecords({ pivotId, title, part, words, records }: PivotRecordsProps) {
  const { can } = useRights();
  return (
    <Card
      title={title}
      aside={
        can("farms", "create") && (
          <ButtonLink variant="quiet" to={partAddress(part, { kind: "new", copyOf: null, given: { pivotId } })}>
            {words.add}
          </ButtonLink>
        )
      }
    >
      {records.length === 0 ? (
        <p className="hint">{words.emptyHint}</p>
      ) : (
        <ul className={styles.sectors}>
          {records.map(({ id, name, facts }) => (
            <li key={id}>
              <Link to={partAddress(part, { kind: "record", id })}>{name}</Link>
              <span>{facts}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
