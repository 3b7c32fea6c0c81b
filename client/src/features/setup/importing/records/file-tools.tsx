import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../../ui/controls/button.tsx";
import { text } from "../text.ts";
import styles from "./file-tools.module.css";

interface FileToolsProps {
  /** Shows them from the start, as in an empty list. */
  inSight: boolean;
  children: ReactNode;
}

/** The many file actions of a list behind one button. They stay mounted, so that an address can open one of them. */
export function FileTools({ inSight, children }: FileToolsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(inSight);
  return (
    <>
      {!inSight && (
        <Button icon="report" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {text.files}
        </Button>
      )}
      <div id={id} className={styles.parts} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
