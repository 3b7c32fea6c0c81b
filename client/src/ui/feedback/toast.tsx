import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { IconButton } from "../controls/button.tsx";
import { Icon } from "../icons/icon.tsx";
import { text } from "../text.ts";
import styles from "./toast.module.css";
import { SHORTCUT, useHeld, useKeyboardWay } from "./toast-attention.ts";

/** Long enough to read two lines. */
const TOAST_MS = 5_000;

/** What can be done about it while it is on the screen, such as taking it back. */
interface ToastAction {
  label: string;
  onClick: () => void;
}

interface Toast {
  id: number;
  message: string;
  action?: ToastAction | undefined;
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

/** Confirms in passing what the user has just done. What needs an answer is a dialog; what lasts is a banner. */
export function toast(message: string, action?: ToastAction): void {
  show([...toasts.filter((other) => other.message !== message), { id: ++lastId, message, action }]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear. Once in the product. They stay while the pointer or the focus is on them (WCAG 2.2.1). */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const place = useRef<HTMLDivElement>(null);
  const { held, cameFrom } = useHeld(place, shown.length > 0);
  const steps = useKeyboardWay(place, shown.length > 0);
  // Who leaves takes them along.
  useEffect(() => () => show([]), []);
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
  /** Steps of the keyboard so far: who is on the way is waited for. */
  steps: number;
  /** What had the focus before it came here. */
  cameFrom: RefObject<HTMLElement | null>;
}

function ToastItem({ id, message, action, held, steps, cameFrom }: ToastItemProps) {
  const item = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins the time anew
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, held, steps]);
  useLayoutEffect(() => {
    const own = item.current;
    return () => {
      if (own?.contains(document.activeElement)) cameFrom.current?.focus();
    };
  }, [cameFrom]);
  return (
    <div ref={item} className={styles.toast}>
      <Icon name="check" />
      <p>{message}</p>
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
      <IconButton icon="close" label={text.close} onClick={() => dismiss(id)} />
    </div>
  );
}
