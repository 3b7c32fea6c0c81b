import { ButtonLink } from "../../ui/controls/button.tsx";
import { useBoard } from "./board-context.ts";
import styles from "./close-link.module.css";
import { text } from "./text.ts";

/** Closes the panel beside the list. Where the panel hides the list, a back link above it replaces this one. */
export function CloseLink() {
  const { addressOf } = useBoard();
  return (
    <span className={styles.close} data-print="hide">
      <ButtonLink variant="quiet" icon="close" to={addressOf(null)} preventScrollReset>
        {text.close}
      </ButtonLink>
    </span>
  );
}
