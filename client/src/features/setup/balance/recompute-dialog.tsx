import type { Season } from "@lamina/shared/records/crop";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import styles from "./kc-graph.module.css";
import { text } from "./text.ts";
import { useRecompute } from "./use-recompute.ts";

const words = text.recompute;
const stay = () => {};

interface RecomputeDialogProps {
  /** One active season for each sector. */
  seasons: readonly Season[];
  onClose: () => void;
}

/** Recomputes the balance of all sectors in season, and shows the progress. */
export function RecomputeDialog({ seasons, onClose }: RecomputeDialogProps) {
  const { progress, start, stop } = useRecompute(seasons);
  const { done, state } = progress;
  const isRunning = state === "running";
  return (
    <Dialog
      open
      // Only the button stops the computation, as in an import.
      onClose={isRunning ? stay : onClose}
      title={words.title}
      variant="alert"
      actions={
        <>
          <Button onClick={isRunning ? stop : onClose}>
            {isRunning ? words.stop : state === "idle" ? words.cancel : words.close}
          </Button>
          {state !== "finished" && (
            <Button variant="primary" pending={isRunning} onClick={() => void start()}>
              {words.start(seasons.length)}
            </Button>
          )}
        </>
      }
    >
      <div className="close-stack">
        <Failure>{state === "failed" && words.failed}</Failure>
        {state === "idle" && <p>{words.hint}</p>}
        {state === "finished" && (
          <Banner icon="check" announced>
            {words.finished(done)}
          </Banner>
        )}
        {(isRunning || state === "stopped" || state === "failed") && (
          <div className={styles.progress}>
            <label htmlFor="recompute-progress" role="status">
              {words.progress(done, seasons.length)}
            </label>
            <progress id="recompute-progress" max={seasons.length} value={done} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
