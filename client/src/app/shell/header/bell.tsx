import { type ReactNode, useRef } from "react";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { text } from "../text.ts";
import styles from "./notifications-button.module.css";

const MAX_SHOWN = 99;

interface BellProps {
  waiting: number;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Beside the title of the panel. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The bell with the number of untaken alerts and unread messages, and the panel that it opens. */
export function Bell({ waiting, open, onOpen, aside, children }: BellProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        icon="bell"
        label={text.openNotifications(waiting)}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        {waiting > 0 && <span className={styles.count}>{waiting > MAX_SHOWN ? text.many : waiting}</span>}
      </IconButton>
      <Dialog
        open={open}
        onClose={() => onOpen(false)}
        title={text.notifications}
        variant="panel"
        anchor={button}
        aside={aside}
      >
        <div className={styles.panel}>{children}</div>
      </Dialog>
    </>
  );
}
