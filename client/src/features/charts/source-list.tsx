import { formatAge } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useNow } from "../../ui/now.tsx";
import type { ChartSource } from "./chart-sources.ts";
import { COMPARE_MAX } from "./selection.ts";
import styles from "./source-list.module.css";
import { text } from "./text.ts";

export interface SourceListProps {
  all: readonly ChartSource[];
  source: ChartSource;
  /** Ids of the compared sources. */
  compared: readonly string[];
  onChoose: (source: ChartSource) => void;
  onToggle: (id: string) => void;
}

/** The sources by farm. A row selects one; the button at its end adds it to the comparison. */
export function SourceList({ all, source, compared, onChoose, onToggle }: SourceListProps) {
  const farms = [...new Map(all.map(({ farm }) => [farm._id, farm] as const)).values()];
  const isFull = compared.length >= COMPARE_MAX - 1;
  return (
    <div className={styles.list}>
      {farms.map((farm) => (
        <section key={farm._id} aria-label={farm.name}>
          <h3 className={styles.farm}>{farm.name}</h3>
          <ul>
            {all
              .filter((one) => one.farm._id === farm._id)
              .map((one) => (
                <li key={one.id} className={styles.row}>
                  <button
                    type="button"
                    className={styles.choose}
                    aria-current={one.id === source.id}
                    onClick={() => onChoose(one)}
                  >
                    <span className="small strong">{one.place ?? one.name}</span> <SourceNote source={one} />
                  </button>
                  {one.id !== source.id && (
                    <button
                      type="button"
                      className={styles.compare}
                      aria-pressed={compared.includes(one.id)}
                      aria-label={text.compareWith(one.label)}
                      title={isFull ? text.compareFull : text.compare}
                      disabled={isFull && !compared.includes(one.id)}
                      onClick={() => onToggle(one.id)}
                    >
                      <Icon name={compared.includes(one.id) ? "check" : "chart"} size={18} />
                    </button>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The last contact of a station, or the own name of a monitor. */
function SourceNote({ source }: { source: ChartSource }) {
  const now = useNow();
  const words = source.monitor ? source.name : source.lastSeen ? formatAge(source.lastSeen, now) : text.notSeen;
  return <span className="fine-print">{words}</span>;
}
