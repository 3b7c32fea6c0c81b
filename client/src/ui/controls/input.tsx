import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import { text } from "../text.ts";
import styles from "./input.module.css";

/** A single-line text input. A dialog focuses the one with `autoFocus`, which React does before the dialog is open. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      type="text"
      data-autofocus={rest.autoFocus || undefined}
      {...rest}
      className={classNames(styles.input, className)}
    />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(styles.input, className)} />;
}

/** A password input that can show the password. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.group}>
      <TextInput
        {...props}
        type={shown ? "text" : "password"}
        className={styles.withButton}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.reveal}
        aria-label={shown ? text.hidePassword : text.showPassword}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? "eyeOff" : "eye"} />
      </button>
    </div>
  );
}

/** The browser's own select, which is best on a phone and needs no code. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={styles.group}>
      <select {...rest} className={classNames(styles.input, styles.withButton, styles.select, className)}>
        {children}
      </select>
      <span className={styles.chevron}>
        <Icon name="chevronDown" />
      </span>
    </div>
  );
}

interface RecordSelectProps extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  records: readonly { _id: string; name: string }[];
  value: string | null;
  onValue: (id: string | null) => void;
  /** Label of the option for all records, whose value is null. */
  all?: string;
}

/** Selects one of some records by name. */
export function RecordSelect({ records, value, onValue, all, ...rest }: RecordSelectProps) {
  return (
    <Select {...rest} value={value ?? ""} onChange={({ target }) => onValue(target.value || null)}>
      {all !== undefined && <option value="">{all}</option>}
      {records.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** A text input that searches a list. */
export function SearchInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <div className={styles.group}>
      <span className={styles.lens}>
        <Icon name="search" size={18} />
      </span>
      <TextInput {...props} type="search" className={styles.withLens} />
    </div>
  );
}
