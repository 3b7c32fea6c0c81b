import { useClients } from "../../core/clients/use-clients.ts";
import { usePrinting } from "../../ui/data-table/use-printing.ts";
import { formatDateTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import styles from "./shell.module.css";
import { text } from "./text.ts";

/** On paper, the client, the page and the time of printing. A report has a letterhead of its own. */
export function Letterhead() {
  const { selected } = useClients();
  const now = useNow();
  if (!usePrinting() || !selected) return null;
  return (
    <p className={styles.letterhead}>
      <strong>{selected.name}</strong>
      <span>{document.title}</span>
      <span>{text.printedAt(formatDateTime(now, selected.timezone))}</span>
    </p>
  );
}
