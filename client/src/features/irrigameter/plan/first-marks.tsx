import { type ReactNode, useState } from "react";
import { useRuntimeConfig } from "../../../core/runtime-config/use-runtime-config.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { Button } from "../../../ui/controls/button.tsx";
import styles from "./first-marks.module.css";
import { planText } from "./plan-text.ts";

/** Key of the dismissal on this device. */
const SEEN = "first-marks";

/**
 * On the first day in the demo: three numbers at the places where a day is read, explained and recorded. Dismissed for
 * good.
 */
export function FirstMarks({ children }: { children: ReactNode }) {
  const isDemo = useRuntimeConfig()?.demo ?? false;
  const [isSeen, setSeen] = useState(() => deviceStorage.read(SEEN) !== null);
  if (!isDemo || isSeen) return children;
  return (
    <div className={styles.marked}>
      <div className={styles.legend} data-print="hide">
        <ol>
          {planText.marks.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ol>
        <Button
          variant="quiet"
          onClick={() => {
            deviceStorage.write(SEEN, "1");
            setSeen(true);
          }}
        >
          {planText.marksSeen}
        </Button>
      </div>
      {children}
    </div>
  );
}
