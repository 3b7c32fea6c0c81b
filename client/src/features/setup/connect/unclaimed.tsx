import type { Gateway } from "@lamina/shared/doors/gateway";
import type { UnclaimedMessages } from "@lamina/shared/records/readings";
import type { Device } from "@lamina/shared/records/telemetry";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Age } from "../../../ui/feedback/age.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { MessageResult } from "../devices/messages-card.tsx";
import { failureText } from "../records/data/failure-text.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { useLists } from "../records/data/use-lists.ts";
import { updateRecord } from "../records/data/writes.ts";
import styles from "./connect.module.css";
import { NewDevice } from "./new-device.tsx";
import { unclaimedQuery } from "./queries.ts";
import { text } from "./text.ts";

const words = text.unclaimed;
const MAX_CHOICES = 6;

/** Messages with a key of the client, but for none of its devices: each makes a device, or names one that exists. */
export function Unclaimed() {
  const { lists } = useLists({ entity: "gateway", uses: ["device", "farm"] });
  const query = useQuery(unclaimedQuery(useSelectedClient()));
  return (
    <Card title={words.title}>
      <QueryView query={query} rows={3}>
        {(senders) =>
          senders.length === 0 ? (
            <p className={styles.hint}>{words.noneHint}</p>
          ) : (
            <ul className={styles.stack}>
              {senders.map((sender) => (
                <Sender key={sender.serial} sender={sender} lists={lists} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}

function Sender({ sender, lists }: { sender: UnclaimedMessages; lists: RelatedRecords }) {
  const { can } = useRights();
  const [isMaking, setMaking] = useState(false);
  const { serial, count, last } = sender;
  const gateway = lists.find("gateway", sender.gatewayId);
  const isAmbiguous = last.refusals.some(({ id }) => id === "several-devices");
  return (
    <li className={styles.copied}>
      <p>
        <strong>{words.serial(serial)}</strong> · {words.count(count)} · <Age at={last.date} timeZone={undefined} />
      </p>
      <code className={styles.raw}>{last.raw}</code>
      <MessageResult message={last} />
      {can("device", "edit") && <Choices sender={sender} gateway={gateway} lists={lists} />}
      {serial !== null && !isAmbiguous && can("device", "create") && (
        <Button onClick={() => setMaking(true)}>{words.add}</Button>
      )}
      {serial !== null && isMaking && (
        <NewDevice
          serial={serial}
          raw={last.raw}
          gateway={gateway}
          farms={lists.of("farm")}
          onClose={() => setMaking(false)}
        />
      )}
    </li>
  );
}

interface ChoicesProps {
  sender: UnclaimedMessages;
  gateway: Gateway | undefined;
  lists: RelatedRecords;
}

/** The devices that a message may be of: those that the API names, or that never sent; without a serial, all of them. */
function Choices({ sender: { serial, last }, gateway, lists }: ChoicesProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const several = last.refusals.find(({ id }) => id === "several-devices")?.expected?.split(", ");
  const isPossible = (device: Device) => {
    if (several) return several.includes(device.serial);
    return serial === null ? gateway !== undefined : !device.lastSeen;
  };
  const devices = lists.of("device").filter(isPossible).slice(0, MAX_CHOICES);
  if (devices.length === 0) return null;

  async function choose(device: Device) {
    setPending(true);
    try {
      if (serial !== null) await updateRecord(device, "device", { serial });
      else if (gateway) await updateRecord(gateway, "gateway", { deviceId: device._id });
      toast(words.chosen);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Failure>{failure}</Failure>
      <p>{words.which}</p>
      <div className="row">
        {devices.map((device) => (
          <Button key={device._id} pending={pending} onClick={() => void choose(device)}>
            {words.isThis(device.name ?? device.serial)}
          </Button>
        ))}
      </div>
    </>
  );
}
