import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";
import { IconButton } from "../controls/button.tsx";
import { Icon } from "../icons/icon.tsx";
import { text } from "../text.ts";
import { useTopDialog } from "./open-dialogs.ts";
import styles from "./toast.module.css";
import { SHORTCUT, useHeld, useKeyboardWay } from "./toast-attention.ts";

/** Long enough to read two lines. */
const TOAST_MS = 5_000;
/** A message comes unasked, so its reader may be busy. */
const MESSAGE_MS = 10_000;
/** Maximum messages. More would cover the page. */
const MAX_MESSAGES = 2;

/** An action offered while the toast is shown, such as undo. */
interface ToastAction {
  label: string;
  onClick: () => void;
}

interface Message {
  title: string;
  message: string;
  /** Where to read more. */
  link?: { to: string; label: string } | undefined;
}

interface Toast extends Omit<Message, "title"> {
  id: number;
  /** Only of a message. */
  title?: string;
  action?: ToastAction | undefined;
  /** Number of messages that it has replaced. */
  replaced: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  show(toasts.filter((toast) => toast.id !== id));
}

/** Confirms an action of the user. A question uses a dialog, and a lasting state a banner. */
export function toast(message: string, action?: ToastAction): void {
  const others = toasts.filter((other) => other.title !== undefined || other.message !== message);
  show([...others, { id: ++lastId, message, action, replaced: 0 }]);
}

/** Shows a message from outside. Equal ones are shown each. Of many the newest are shown, with the number of the others. */
export function messageToast(message: Message): void {
  const messages = toasts.filter(({ title }) => title !== undefined);
  const over = messages.slice(0, Math.max(0, messages.length + 1 - MAX_MESSAGES));
  const replaced = over.length + messages.reduce((sum, one) => sum + one.replaced, 0);
  const others = toasts.filter((other) => !over.includes(other)).map((other) => ({ ...other, replaced: 0 }));
  show([...others, { ...message, id: ++lastId, replaced }]);
}

/** Removes the messages, because their reader sees them elsewhere. */
export function dismissMessages(): void {
  show(toasts.filter(({ title }) => title === undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the toasts. Mounted once, inside the topmost dialog, because a modal dialog makes everything outside of it
 * inert.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const dialog = useTopDialog();
  // Toasts are removed when the shell unmounts.
  useEffect(() => () => show([]), []);
  const place = <ToastPlace shown={shown} />;
  return dialog ? createPortal(place, dialog) : place;
}

/** Toasts stay while the pointer or the focus is on them (WCAG 2.2.1). */
function ToastPlace({ shown }: { shown: readonly Toast[] }) {
  const place = useRef<HTMLDivElement>(null);
  const { held, cameFrom } = useHeld(place, shown.length > 0);
  const steps = useKeyboardWay(place, shown.length > 0);
  // As a popover it is above the dialog, and not cut by it. It is always open, so that its messages are announced.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element?.showPopover) return;
    element.popover = "manual";
    element.showPopover();
    return () => element.removeAttribute("popover");
  }, []);
  return (
    <div ref={place} className={styles.toaster} role="status" data-print="hide">
      {shown.map((one) => (
        <ToastItem key={one.id} {...one} held={held} steps={steps} cameFrom={cameFrom} />
      ))}
    </div>
  );
}

interface ToastItemProps extends Toast {
  held: boolean;
  /** Number of presses of Tab. Each press restarts the time, because the user may be moving to the toast. */
  steps: number;
  /** The element that had the focus before. */
  cameFrom: RefObject<HTMLElement | null>;
}

function ToastItem({ id, title, message, link, action, replaced, held, steps, cameFrom }: ToastItemProps) {
  const item = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press restarts the time
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), title === undefined ? TOAST_MS : MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [id, title, held, steps]);
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) cameFrom.current?.focus();
    };
  }, [cameFrom]);
  return (
    <div ref={item} className={styles.toast}>
      <Icon name={title === undefined ? "check" : "bell"} />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        <p>{message}</p>
        {replaced > 0 && <p>{text.moreMessages(replaced)}</p>}
      </div>
      {link && (
        <Link to={link.to} className={styles.action} onClick={() => dismiss(id)}>
          {link.label}
        </Link>
      )}
      {action && (
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts={SHORTCUT}
          title={`${action.label} (${SHORTCUT})`}
          onClick={() => {
            action.onClick();
            dismiss(id);
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label={text.dismiss} onClick={() => dismiss(id)} />
    </div>
  );
}
