import type { DeviceMessage, MessageCounts } from "@lamina/shared/records/readings";
import type { Device } from "@lamina/shared/records/telemetry";
import { refusalSentence, refusalWords } from "@lamina/shared/rules/refusal-text";
import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatDateTime, formatNumber } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { ScrollRegion } from "../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import styles from "./device-aside.module.css";
import { countsQuery, messagesQuery } from "./queries.ts";
import { text } from "./text.ts";

/** The last messages of a device as they came, each with its result, and their sums. */
export function MessagesCard({ device, timeZone }: { device: Device; timeZone: string }) {
  const client = useSelectedClient();
  const query = useQuery(messagesQuery(client, device._id));
  const { data: counts } = useQuery(countsQuery(client, device._id));
  return (
    <Card title={text.messages} flush>
      {counts?.since && <Counts counts={counts} since={formatDateTime(counts.since, timeZone)} />}
      <QueryView query={query} rows={6}>
        {(messages) =>
          messages.length === 0 ? (
            <p className={styles.none}>{text.messagesNone}</p>
          ) : (
            <ScrollRegion className={styles.messages} label={text.messages}>
              <Table
                caption={text.messages}
                rows={messages.map((message, index) => ({ ...message, key: `${message.date} ${index}` }))}
                rowKey={({ key }) => key}
                columns={[
                  { key: "date", header: text.messageDate, cell: ({ date }) => formatDateTime(date, timeZone) },
                  { key: "result", header: text.messageResult, cell: (message) => <MessageResult message={message} /> },
                  {
                    key: "payload",
                    header: text.messagePayload,
                    cell: ({ raw }) => <code className={styles.payload}>{raw}</code>,
                  },
                  {
                    key: "door",
                    header: text.messageDoor,
                    cell: ({ door, topic }) => `${text.doors[door]} · ${topic}`,
                  },
                ]}
              />
            </ScrollRegion>
          )
        }
      </QueryView>
    </Card>
  );
}

function Counts({ counts, since }: { counts: MessageCounts; since: string }) {
  const reasons = counts.reasons.map(({ id, count }) =>
    text.reasonCount(refusalWords(id).what, formatNumber(count, 0)),
  );
  return <p className={styles.none}>{[`${text.reasonsTitle(since)}: ${sums(counts)}`, ...reasons].join(" · ")}</p>;
}

const sums = ({ accepted, duplicate, rejected }: Pick<MessageCounts, "accepted" | "duplicate" | "rejected">) =>
  text.messageCounts({
    accepted: formatNumber(accepted, 0),
    duplicate: formatNumber(duplicate, 0),
    rejected: formatNumber(rejected, 0),
  });

const SHOWN_REFUSALS = 3;

/** The result of a message: sums, and its first refusals with field, value, accepted values and remedy. */
export function MessageResult({ message }: { message: DeviceMessage }) {
  const { refusals, rejected } = message;
  const isRefused = refusals.some(({ index }) => index === undefined) && message.accepted + message.duplicate === 0;
  const shown = refusals.slice(0, SHOWN_REFUSALS);
  const more = Math.max(rejected, refusals.length) - shown.length;
  return (
    <div className={styles.result}>
      <strong>{isRefused ? text.refused : sums(message)}</strong>
      {shown.map((refusal) => (
        <p key={`${refusal.id} ${refusal.index} ${refusal.field}`}>
          {[refusalSentence(refusal), refusalWords(refusal.id).remedy].filter(Boolean).join(" ")}
        </p>
      ))}
      {more > 0 && <p>{text.moreRefusals(formatNumber(more, 0))}</p>}
    </div>
  );
}
