import { useRef, useState } from "react";
import { useOfflineReady } from "../../../core/offline/offline-ready.ts";
import { text as offlineText } from "../../../core/offline/text.ts";
import { useStoreSilent } from "../../../core/offline/use-store-silent.ts";
import type { RealtimeState } from "../../../core/realtime/realtime.ts";
import { useRealtime } from "../../../core/realtime/use-realtime.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatAge } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { useNow } from "../../../ui/now.tsx";
import { text } from "../text.ts";
import { useLastUpdate } from "../use-last-update.ts";
import { useOnline } from "../use-online.ts";
import styles from "./connection-chip.module.css";

/** Shows server link and broker link separately, because a farm behind a dead broker is not offline. */
export function ConnectionChip() {
  const { retryNow, ...realtime } = useRealtime();
  const { link, broker } = realtime;
  const online = useOnline();
  const lastUpdate = useLastUpdate();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasLive = useRef(false);
  const live = online && isLive(realtime);
  wasLive.current ||= live;

  const words = chipWords(online, realtime, wasLive.current);
  const age = lastUpdate === undefined ? undefined : formatAge(lastUpdate, now);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames(
          styles.chip,
          live ? styles.live : wasLive.current && classNames(styles.troubled, "tone-warning"),
        )}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.dot} />
        <span className={styles.words}>{words}</span>
        {age && <span className={styles.age}>{age}</span>}
      </button>
      {/* Screen readers do not announce changes inside a button. */}
      <span className="only-read" role="status">
        {words}
      </span>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.connection} variant="panel" anchor={button}>
        <dl className="grid gap-1">
          <LinkState name={text.server} hint={text.serverHint} state={online ? link : "closed"} />
          <LinkState name={text.broker} hint={text.brokerHint} state={online ? broker : "closed"} />
          <StoredHere online={online} />
        </dl>
        <p className={styles.last}>
          {text.lastUpdate}: {age ?? "–"}
        </p>
        {!live && (
          <Button icon="refresh" wide onClick={retryNow}>
            {text.retryNow}
          </Button>
        )}
      </Dialog>
    </>
  );
}

/** What this device holds for use without a connection. */
function StoredHere({ online }: { online: boolean }) {
  const { ready, incomplete, leftOut } = useOfflineReady();
  const silent = useStoreSilent();
  // Without a connection nothing more is stored.
  const isPartial = incomplete || silent || !online;
  return (
    <div className={styles.link}>
      <Icon name={ready && !silent ? "check" : isPartial ? "alert" : "install"} />
      <dt>
        {offlineText.title}
        <small>{leftOut.length > 0 ? offlineText.leftOut(leftOut) : offlineText.hint}</small>
      </dt>
      <dd>
        {silent
          ? offlineText.noCopy
          : ready
            ? offlineText.ready
            : isPartial
              ? offlineText.incompleteHere
              : offlineText.preparing}
      </dd>
    </div>
  );
}

function LinkState({ name, hint, state }: { name: string; hint: string; state: RealtimeState["link"] }) {
  return (
    <div className={styles.link}>
      <Icon name={state === "connected" ? "online" : "offline"} />
      <dt>
        {name}
        <small>{hint}</small>
      </dt>
      <dd>{text.linkState[state]}</dd>
    </div>
  );
}

/** True when live messages reach the page. */
function isLive({ link, broker, topics }: RealtimeState): boolean {
  return link === "connected" && broker === "connected" && topics === "granted";
}

/** The chip's words. Says "reconnecting" only after everything was connected once. */
export function chipWords(online: boolean, state: RealtimeState, wasLive: boolean): string {
  if (!online) return text.offline;
  if (isLive(state)) return text.live;
  const { link, broker, topics } = state;
  if (link !== "connected") return wasLive ? text.reconnecting : text.connecting;
  if (topics === "refused") return text.brokerLost;
  if (broker === "connected") return wasLive ? text.reconnecting : text.connecting;
  return broker === "connecting" && !wasLive ? text.connecting : text.brokerLost;
}
