import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/button.tsx";
import { type SwipeDirection, useSwipeAway } from "../gestures/swipe-away.ts";
import { text } from "../text.ts";
import styles from "./dialog.module.css";

/** Whence each variant comes on a phone, and whither it can be swiped. */
const swipes: Readonly<Record<DialogProps["variant"], SwipeDirection | undefined>> = {
  alert: undefined,
  sheet: "down",
  panel: "down",
  drawer: "left",
};

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * `alert`: a short message in the middle; `sheet`: from the bottom on a phone, in the middle elsewhere;
   * `panel`: like a sheet on a phone, hung on `anchor` elsewhere; `drawer`: from the left edge.
   */
  variant: "alert" | "sheet" | "panel" | "drawer";
  /** What a panel hangs on. */
  anchor?: RefObject<HTMLElement | null>;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** The buttons at its end. Without them it has a cross. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The browser's modal dialog: what lies behind is inert, Escape and a click beside it close it, and the focus returns to
 * where it came from.
 */
export function Dialog({ open, onClose, title, variant, anchor, aside, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Most dialogs are never opened: what is in them is made when they first are, and stays.
  const [isMade, setMade] = useState(open);
  if (open && !isMade) setMade(true);
  useSwipeAway(dialog, swipes[variant], onClose);

  // Before it is taken out of the page: only a dialog that is closed there gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    if (variant === "panel" && anchor?.current) hang(element, anchor.current);
    element.showModal();
    return () => element.close();
  }, [open, variant, anchor]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element || variant === "alert") return;
    let isPressedBeside = false;
    // What covers the whole dialog is its box: a press on the element itself is one on its backdrop. A text that is
    // selected with the pointer ends there too, and has begun inside.
    const press = ({ target }: Event) => {
      isPressedBeside = target === element;
    };
    const closeBeside = ({ target }: Event) => target === element && isPressedBeside && close();
    element.addEventListener("pointerdown", press);
    element.addEventListener("click", closeBeside);
    return () => {
      element.removeEventListener("pointerdown", press);
      element.removeEventListener("click", closeBeside);
    };
  }, [variant]);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[variant])}
      aria-labelledby={titleId}
      role={variant === "alert" ? "alertdialog" : undefined}
      onCancel={(event) => {
        // A file that is not chosen is cancelled too, and bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.box}>
        <div className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          {aside}
          {!actions && <IconButton icon="close" label={text.close} onClick={onClose} />}
        </div>
        <div className={styles.body}>{isMade && children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

/** Tells the stylesheet where the anchor's lower corners are. */
function hang(panel: HTMLElement, anchor: HTMLElement): void {
  const place = anchor.getBoundingClientRect();
  const onTheLeft = place.left + place.width / 2 < innerWidth / 2;
  panel.style.setProperty("--panel-top", `${place.bottom + 8}px`);
  panel.style.setProperty("--panel-left", onTheLeft ? `${place.left}px` : "auto");
  panel.style.setProperty(
    "--panel-right",
    onTheLeft ? "auto" : `${document.documentElement.clientWidth - place.right}px`,
  );
}
