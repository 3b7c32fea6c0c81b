import { useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useNow } from "../../ui/now.tsx";
import { UNDO_WINDOW_MS } from "./outbox.ts";
import { OutboxList } from "./outbox-list.tsx";
import { text } from "./text.ts";
import { useOutbox } from "./use-outbox.ts";

/** Shows on every page how many records of this user are unsent, with a button to list them. */
export function OutboxBanner() {
  const { entries, delivered } = useOutbox();
  const [open, setOpen] = useState(false);
  const problems = entries.filter(({ problem }) => problem !== null).length;
  const now = useNow();
  // A record within its undo window is only shown by the screen that made it.
  const late = entries.filter(({ madeAt, problem }) => problem !== null || now - madeAt > UNDO_WINDOW_MS).length;
  if (late === 0 && !open) return null;
  return (
    <>
      {late > 0 && (
        <Banner
          tone={problems > 0 ? "warning" : "info"}
          icon={problems > 0 ? "alert" : "inbox"}
          announced
          action={
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {text.show}
            </Button>
          }
        >
          {problems > 0 ? text.problems(problems) : text.title(entries.length)}
        </Banner>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={text.title(entries.length)} variant="sheet">
        {open && <OutboxList entries={entries} delivered={delivered} named />}
      </Dialog>
    </>
  );
}
