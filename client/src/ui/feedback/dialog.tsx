import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/button.tsx";
import { type SwipeDirection, useSwipeAway } from "../gestures/swipe-away.ts";
import { text } from "../text.ts";
import styles from "./dialog.module.css";
import { addOpenDialog } from "./open-dialogs.ts";

/** The edge from which each variant opens on a phone, and to which it can be swiped. */
const swipes: Readonly<Record<DialogProps["variant"], SwipeDirection | undefined>> = {
  alert: undefined,
  sheet: "down",
  panel: "down",
  drawer: "left",
};

/** Between a panel and its anchor. */
const GAP_PX = 8;

/** The footer of the dialog around an element; null while it has none. */
const FooterContext = createContext<HTMLElement | null>(null);

/** Buttons in the footer of their dialog, which remains in sight while the content scrolls; in place without a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const footer = useContext(FooterContext);
  return footer ? createPortal(children, footer) : children;
}

/** The first field gets the focus: of radio buttons the chosen one. */
const FIRST_FIELD = "form :is(input, select, textarea):not([type=hidden], [type=file], [disabled])";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * `alert`: a short message in the middle; `sheet`: from the bottom on a phone, in the middle elsewhere; `panel`: like
   * a sheet on a phone, below `anchor` elsewhere; `drawer`: from the left edge.
   */
  variant: "alert" | "sheet" | "panel" | "drawer";
  /** The element below which a panel opens. */
  anchor?: RefObject<HTMLElement | null>;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** The buttons at its end. Without them it has a close button. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The browser's modal dialog: the page behind is inert, Escape and a click beside it close it, and the focus returns to
 * the previous element.
 */
export function Dialog({ open, onClose, title, variant, anchor, aside, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  // Most dialogs are never opened, so the content mounts with the first opening and stays mounted.
  const [isMade, setMade] = useState(open);
  if (open && !isMade) setMade(true);
  useSwipeAway(dialog, swipes[variant], onClose);

  // In a layout effect, because the dialog must be closed before it is removed. Only then it restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    if (variant === "panel" && anchor?.current) placeAt(element, anchor.current);
    element.showModal();
    firstField(element)?.focus();
    const end = addOpenDialog(element);
    return () => {
      end();
      element.close();
    };
  }, [open, variant, anchor]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element || variant === "alert") return;
    let isPressedBeside = false;
    // The box covers the whole dialog, so a press on the dialog element itself is on its backdrop. A text selection may
    // end there too, but it began inside.
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
        // Cancelling a file selection fires `cancel` too, and that event bubbles up to the dialog.
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
        <div className={styles.body}>
          <FooterContext value={footer}>{isMade && children}</FooterContext>
        </div>
        <div ref={setFooter} className={styles.actions}>
          {actions}
        </div>
      </div>
    </dialog>
  );
}

function firstField(dialog: HTMLElement): HTMLElement | null {
  const chosen = dialog.querySelector<HTMLElement>("[data-autofocus]");
  const first = chosen ?? dialog.querySelector<HTMLElement>(FIRST_FIELD);
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  const group = [...dialog.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  return group.find(({ name, checked }) => name === first.name && checked) ?? first;
}

/** Sets the position beside the anchor for the stylesheet: above an anchor in the lower half of the screen, else below. */
function placeAt(panel: HTMLElement, anchor: HTMLElement): void {
  const place = anchor.getBoundingClientRect();
  const onTheLeft = place.left + place.width / 2 < innerWidth / 2;
  const isAbove = place.top + place.height / 2 > innerHeight / 2;
  const [top, bottom] = [place.bottom + GAP_PX, innerHeight - place.top + GAP_PX];
  panel.style.setProperty("--panel-top", isAbove ? "auto" : `${top}px`);
  panel.style.setProperty("--panel-bottom", isAbove ? `${bottom}px` : "auto");
  panel.style.setProperty("--panel-room", `${innerHeight - (isAbove ? bottom : top)}px`);
  panel.style.setProperty("--panel-left", onTheLeft ? `${place.left}px` : "auto");
  panel.style.setProperty(
    "--panel-right",
    onTheLeft ? "auto" : `${document.documentElement.clientWidth - place.right}px`,
  );
}
