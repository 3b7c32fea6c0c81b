import { usePending } from "../../../core/pending/use-pending.ts";
import { text } from "../text.ts";
import styles from "./pending-bar.module.css";

/** A thin line under the header while requests are in flight (§4). */
export function PendingBar() {
  return usePending() ? <div className={styles.bar} role="progressbar" aria-label={text.pending} /> : null;
}
