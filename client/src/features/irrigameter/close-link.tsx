import { ButtonLink } from "../../ui/controls/button.tsx";
import { useBoard } from "./board-context.ts";
import styles from "./close-link.module.css";
import { text } from "./text.ts";

/** Closes what is open beside the list. Where it hides the list, the way back stands above it instead. */
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
