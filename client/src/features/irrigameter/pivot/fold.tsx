import { type ReactNode, useState } from "react";
import { deviceStorage } from "../../../platform/storage.ts";
import { useMedia } from "../../../ui/data-table/use-media.ts";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import styles from "./fold.module.css";

/** Prefix of the storage keys. */
const KEY = "fold:";
const OPEN = "open";
/** From here on the page has two columns, and room for all of its parts. */
export const TWO_COLUMNS = "(min-width: 80rem)";

interface FoldProps {
  /** Names it in the storage. */
  name: string;
  title: string;
  /** A one-line summary of its content. */
  summary: string;
  children: ReactNode;
}

/** A part of the page that is rarely needed. Narrow screens fold it until it is opened, and remember that. */
export function Fold({ name, title, summary, children }: FoldProps) {
  const isWhole = useMedia(TWO_COLUMNS);
  const printing = usePrinting();
  const [isOpen, setOpen] = useState(() => deviceStorage.read(KEY + name) === OPEN);
  if (isWhole || printing) return children;
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        deviceStorage.write(KEY + name, open ? OPEN : "");
      }}
    >
      <summary>
        <span className="strong">{title}</span>
        <span className="hint">{summary}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}
