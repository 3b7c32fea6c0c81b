import { views } from "@lamina/shared/calls/views";
import type { Device, DeviceSecret, Sensor } from "@lamina/shared/records/telemetry";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { MessageResult } from "../devices/messages-card.tsx";
import { useLists } from "../records/data/use-lists.ts";
import { commandsFor } from "./commands.ts";
import styles from "./connect.module.css";
import { CopiedText } from "./copied-text.tsx";
import { arrivalsQuery } from "./queries.ts";
import { text } from "./text.ts";
import { Unclaimed } from "./unclaimed.tsx";

/** Connects a device: the commands with its real address, topic and key, and the arrival of its first message. */
export function ConnectScreen() {
  const { lists, query, ready } = useLists({ entity: "device", uses: ["sensor", "farm"] });
  const { can } = useRights();
  const [deviceId, setDeviceId] = useState("");
  const devices = lists.of("device");
  const device = devices.find(({ _id }) => _id === deviceId) ?? devices[0];
  const sensor = lists.of("sensor").find((one) => one.deviceId === device?._id);
  return (
    <div className={styles.stack}>
      <Card title={text.title}>
        <div className={styles.stack}>
          {device || (ready && !query.error) ? (
            <p className={styles.hint}>{device ? text.intro : text.noDevice}</p>
          ) : (
            <QueryView query={query} rows={3}>
              {() => null}
            </QueryView>
          )}
          {device && (
            <Field label={text.device}>
              {(control) => (
                <Select {...control} value={device._id} onChange={(event) => setDeviceId(event.target.value)}>
                  {devices.map(({ _id, name, serial }) => (
                    <option key={_id} value={_id}>
                      {name ? `${name} (${serial})` : serial}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {device && can("device", "edit") && <Commands key={device._id} device={device} sensor={sensor} />}
        </div>
      </Card>
      <Unclaimed />
    </div>
  );
}

function Commands({ device, sensor }: { device: Device; sensor: Sensor | undefined }) {
  const [secret, setSecret] = useState<DeviceSecret & { date: Date }>();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);

  async function make() {
    setPending(true);
    setFailed(false);
    try {
      const made = await call(views.deviceSecret, { body: { _id: device._id } });
      setSecret({ ...made, date: new Date(now()) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    } finally {
      setPending(false);
    }
  }

  if (secret === undefined)
    return (
      <>
        <Failure>{failed && text.failed}</Failure>
        <p className={styles.hint}>{text.replacing}</p>
        <div className="row">
          <Button variant="primary" pending={pending} onClick={() => void make()}>
            {text.makeSecret}
          </Button>
        </div>
      </>
    );
  const commands = commandsFor({ ...secret, sensor });
  return (
    <div className={styles.stack}>
      <Banner tone="warning" icon="alert">
        {text.secretOnce}
      </Banner>
      <CopiedText label={text.ways.https} value={commands.https} />
      <CopiedText label={text.ways.url} value={commands.url} />
      <CopiedText label={text.ways.mqtt} value={commands.mqtt} />
      <p className={styles.hint}>{text.mqttHint}</p>
      <Arrival deviceId={device._id} since={secret.date} />
    </div>
  );
}

/** Whether a message came since the commands were shown. */
function Arrival({ deviceId, since }: { deviceId: string; since: Date }) {
  const { data } = useQuery(arrivalsQuery(useSelectedClient(), deviceId));
  const first = data?.filter(({ date }) => Date.parse(date) >= since.getTime()).slice(-1)[0];
  if (first === undefined) return <p role="status">{text.waiting}</p>;
  const isStored = first.accepted + first.duplicate > 0;
  return (
    <div role="status">
      <Banner tone={isStored ? "info" : "danger"} icon={isStored ? "check" : "alert"}>
        {isStored ? text.arrived : text.arrivedRefused}
        {!isStored && <MessageResult message={first} />}
      </Banner>
    </div>
  );
}
