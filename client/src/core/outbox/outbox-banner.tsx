import { type ReactNode, useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useNow } from "../../ui/now.tsx";
import { useMayBeDeleted } from "./kept.ts";
import { UNDO_WINDOW_MS } from "./outbox.ts";
import { OutboxList } from "./outbox-list.tsx";
import { text } from "./text.ts";
import { useOutbox } from "./use-outbox.ts";

interface OutboxBannerProps {
  /** Words for the missing part: the connection, or the device's store. */
  notice: string | undefined;
  online: boolean;
  /** Shown when there is nothing else to say. */
  children: ReactNode;
}

/** One banner on every page: the missing connection or store, and how many records of this user are unsent, with their list. */
export function OutboxBanner({ notice, online, children }: OutboxBannerProps) {
  const { entries, onlyHere, delivered, sending } = useOutbox();
  const mayBeDeleted = useMayBeDeleted();
  const [open, setOpen] = useState(false);
  const problems = entries.filter(({ problem }) => problem !== null).length;
  const title = onlyHere.length > 0 ? text.titleOnlyHere(entries.length) : text.title(entries.length);
  const now = useNow();
  // A record within its undo window is only shown by the screen that made it, unless an attempt to send it failed.
  const late = entries.filter(
    ({ key, madeAt, attempts, problem }) =>
      problem !== null || onlyHere.includes(key) || (attempts > 0 && key !== sending) || now - madeAt > UNDO_WINDOW_MS,
  ).length;
  const queue = late === 0 ? undefined : problems > 0 ? text.problems(problems) : title;
  const words = [notice, queue && notice ? `${queue}.` : queue].filter(Boolean).join(" ");
  return (
    <>
      {words === "" ? (
        children
      ) : (
        <Banner
          tone={notice || onlyHere.length + problems > 0 ? "warning" : "info"}
          icon={problems > 0 || (online && notice) ? "alert" : notice ? "offline" : "inbox"}
          announced
          action={
            queue && (
              <Button variant="quiet" onClick={() => setOpen(true)}>
                {text.show}
              </Button>
            )
          }
        >
          {words}
        </Banner>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={title} variant="sheet">
        {open && entries.length > 0 && mayBeDeleted && <p className="hint">{text.mayBeDeleted}</p>}
        {open && <OutboxList entries={entries} delivered={delivered} named />}
      </Dialog>
    </>
  );
}
