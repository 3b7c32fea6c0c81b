import type { ComponentProps } from "react";
import styles from "./file-input.module.css";
import { text } from "./text.ts";

interface FileInputProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  onFile: (file: File | undefined) => void;
  chosen: string | undefined;
  /** Words of its button. */
  button?: string;
}

/** A file input with our own words, because the browser's words are in its own language. */
export function FileInput({ onFile, chosen, button = text.chooseFile, ...rest }: FileInputProps) {
  return (
    <label className={styles.file} data-disabled={rest.disabled || undefined}>
      <input
        {...rest}
        className="only-read"
        type="file"
        // Cleared, so that choosing the same file again after a repair is a change too.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <span className={styles.button}>{button}</span>
      <span className="one-line">{chosen ?? text.noFile}</span>
    </label>
  );
}
