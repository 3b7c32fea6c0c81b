import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { Age } from "../../../ui/feedback/age.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { MessageResult } from "../devices/messages-card.tsx";
import { partAddress } from "../records/data/params.ts";
import styles from "./connect.module.css";
import { unclaimedQuery } from "./queries.ts";
import { text } from "./text.ts";

const words = text.unclaimed;

/** Messages with a key of the client, but for none of its devices: each has a link to a new device with its serial. */
export function Unclaimed() {
  const { can } = useRights();
  const query = useQuery(unclaimedQuery(useSelectedClient()));
  return (
    <Card title={words.title}>
      <QueryView query={query} rows={3}>
        {(senders) =>
          senders.length === 0 ? (
            <p className={styles.hint}>{words.noneHint}</p>
          ) : (
            <ul className={styles.stack}>
              {senders.map(({ serial, count, last }) => (
                <li key={serial} className={styles.copied}>
                  <p>
                    <strong>{words.serial(serial)}</strong> · {words.count(formatNumber(count, 0))} ·{" "}
                    <Age at={last.date} timeZone={undefined} />
                  </p>
                  <code className={styles.raw}>{last.raw}</code>
                  <MessageResult message={last} />
                  {serial !== null && can("device", "create") && (
                    <ButtonLink to={partAddress("equipamentos", { kind: "new", copyOf: null, given: { serial } })}>
                      {words.add}
                    </ButtonLink>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
