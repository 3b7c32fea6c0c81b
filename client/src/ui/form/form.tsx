import { type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import { Failure } from "../feedback/failure.tsx";

interface FormProps {
  /** For a submit button outside of the form. */
  id?: string;
  className?: string | undefined;
  /** Reason of a failed save, shown above the fields. */
  failure?: ReactNode;
  /** The failure asks whether the input is meant: it gets the focus, because a second Enter in a field would save unread. */
  asks?: boolean;
  onSubmit: () => unknown;
  children: ReactNode;
}

/** The frame of a form. The first invalid field gets the focus after a refused attempt. */
export function Form({ id, className, failure, asks = false, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const reason = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts === 0) return;
    const place = asks ? reason.current : form.current?.querySelector<HTMLElement>("[aria-invalid]");
    place?.focus();
  }, [attempts, asks]);
  return (
    <form
      ref={form}
      id={id}
      className={classNames("stack", className)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void Promise.resolve(onSubmit()).finally(() => setAttempts((before) => before + 1));
      }}
    >
      {asks ? (
        <div ref={reason} tabIndex={-1}>
          <Failure>{failure}</Failure>
        </div>
      ) : (
        <Failure>{failure}</Failure>
      )}
      {children}
    </form>
  );
}

/**
 * The submission of a form, pending until `save` resolves, so that a double click saves once. It stays pending when
 * `save` resolves to true, because the form then closes.
 */
export function useSubmit(save: () => Promise<unknown>): { pending: boolean; submit: () => Promise<void> } {
  const [pending, setPending] = useState(false);
  // The state is drawn later than a second press can come.
  const isSaving = useRef(false);
  async function submit() {
    if (isSaving.current) return;
    isSaving.current = true;
    setPending(true);
    let closes = false;
    try {
      closes = (await save()) === true;
    } finally {
      isSaving.current = closes;
      if (!closes) setPending(false);
    }
  }
  return { pending, submit };
}
