import type { UndeliveredMail } from "@lamina/shared/views/mail";
import { useState } from "react";
import { deviceStorage } from "../../platform/storage.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { text } from "./text.ts";
import styles from "./undelivered-mails.module.css";

/** Ids of the mails that the user has seen, separated by spaces. */
const SEEN = "undelivered-mails-seen";

interface UndeliveredMailsProps {
  mails: readonly UndeliveredMail[];
  timeZone: string;
}

/** The user's mails that were not delivered, until the user has seen them. */
export function UndeliveredMails({ mails, timeZone }: UndeliveredMailsProps) {
  const [seen, setSeen] = useState(() => deviceStorage.read(SEEN)?.split(" ") ?? []);
  const fresh = mails.filter(({ _id }) => !seen.includes(_id));
  if (fresh.length === 0) return null;
  const dismiss = () => {
    const ids = mails.map(({ _id }) => _id);
    deviceStorage.write(SEEN, ids.join(" "));
    setSeen(ids);
  };
  return (
    <Banner
      tone="warning"
      icon="alert"
      announced
      action={
        <Button variant="quiet" onClick={dismiss}>
          {text.seen}
        </Button>
      }
    >
      <p>{text.undelivered(fresh.length)}</p>
      <ul className={styles.list}>
        {fresh.map(({ _id, recipient, subject, date }) => (
          <li key={_id}>{text.undeliveredMail(recipient, subject, formatDateTime(date, timeZone))}</li>
        ))}
      </ul>
      <p>{text.undeliveredHint}</p>
    </Banner>
  );
}
