import { type ReactNode, useRef } from "react";
import { IconButton } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { text } from "../text.ts";
import styles from "./notifications-button.module.css";

const MOST_SHOWN = 99;

interface BellProps {
  unread: number;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** The bell with the unread count, and the panel that it opens. */
export function Bell({ unread, open, onOpen, children }: BellProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        icon="bell"
        label={text.openNotifications(unread)}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        {unread > 0 && <span className={styles.count}>{unread > MOST_SHOWN ? text.many : unread}</span>}
      </IconButton>
      <Dialog open={open} onClose={() => onOpen(false)} title={text.notifications} variant="panel" anchor={button}>
        <div className={styles.panel}>{children}</div>
      </Dialog>
    </>
  );
}
