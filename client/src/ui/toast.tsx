import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { text } from "./text.ts";
import styles from "./toast.module.css";

/** Long enough to read two lines. */
const TOAST_MS = 5_000;

/** What can be done about it while it is on the screen, such as taking it back. */
export interface ToastAction {
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
  const id = ++lastId;
  show([...toasts.filter((other) => other.message !== message), { id, message, action }]);
  setTimeout(() => dismiss(id), TOAST_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear. Once in the product. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={styles.toaster} role="status" data-print="hide">
      {shown.map(({ id, message, action }) => (
        <div key={id} className={styles.toast}>
          <Icon name="check" />
          <p>{message}</p>
          {action && (
            <button
              type="button"
              className={styles.action}
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
      ))}
    </div>
  );
}
