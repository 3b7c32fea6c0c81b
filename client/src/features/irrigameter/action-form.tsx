import type { FormEvent, ReactNode } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./form.module.css";
import { text } from "./text.ts";

interface ActionFormProps {
  /** Why it could not be saved. */
  problem: string | null;
  saveLabel?: string;
  pending?: boolean;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The frame of what is recorded about a sector: why it failed above the fields, the buttons beneath. */
export function ActionForm({ problem, saveLabel = text.save, pending, onSave, onCancel, children }: ActionFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave();
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {problem && (
        <Banner tone="warning" icon="alert" announced>
          {problem}
        </Banner>
      )}
      {children}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" pending={pending ?? false}>
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}
