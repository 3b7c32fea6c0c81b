import { DAY_MS } from "@lamina/shared/core/time";
import type { Device } from "@lamina/shared/records/telemetry";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { saveFile } from "../../../core/save-file.ts";
import { now } from "../../../platform/clock.ts";
import { ChartPanel } from "../../../ui/chart/chart-panel.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatAge, formatDateTime, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { FactList } from "../../../ui/layout/fact-list.tsx";
import { useNow } from "../../../ui/now.tsx";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import styles from "./device-aside.module.css";
import { FindingsCard } from "./findings/findings-card.tsx";
import { type HealthDay, healthModel } from "./health-model.ts";
import { MessagesCard } from "./messages-card.tsx";
import { healthQuery } from "./queries.ts";
import { SecretCard } from "./secret-card.tsx";
import { TestReading } from "./test-reading.tsx";
import { text } from "./text.ts";
import { UsualSensors } from "./usual-sensors.tsx";
import { WeatherLinkCard } from "./weatherlink/weatherlink-card.tsx";

const HEALTH_DAYS = 30;

/** A device's data and its connection. */
export function DeviceAside({ record, lists }: { record: Device; lists: RelatedRecords }) {
  const { can } = useRights();
  const timeZone = lists.find("farm", record.farmId)?.timezone ?? DEFAULT_TIMEZONE;
  const sensors = lists.of("sensor").filter(({ deviceId }) => deviceId === record._id);
  return (
    <>
      {sensors.length === 0 && can("device", "create") && (
        <UsualSensors device={record} farm={lists.find("farm", record.farmId)} />
      )}
      <StatusCard device={record} timeZone={timeZone} />
      <FindingsCard device={record} sensors={sensors} timeZone={timeZone} />
      <HealthCard device={record} timeZone={timeZone} />
      {can("device", "edit") && (
        <>
          <TestReading device={record} sensors={sensors} />
          <SecretCard device={record} />
          {record.sensorTypeId === "weather-station" && <WeatherLinkCard device={record} timeZone={timeZone} />}
        </>
      )}
      <MessagesCard device={record} timeZone={timeZone} />
    </>
  );
}

interface DevicePart {
  device: Device;
  timeZone: string;
}

function StatusCard({ device, timeZone }: DevicePart) {
  const at = useNow();
  const words = text.device;
  const facts = [
    [words.state, words.states[device.state]],
    [
      words.lastSeen,
      device.lastSeen ? `${formatAge(device.lastSeen, at)} · ${formatDateTime(device.lastSeen, timeZone)}` : NO_VALUE,
    ],
    ...(device.lastStored ? [[words.lastStored, formatAge(device.lastStored, at)] as const] : []),
    [words.battery, device.batteryPct == null ? NO_VALUE : `${formatNumber(device.batteryPct, 0)} %`],
    [words.signal, device.rssiDbm == null ? NO_VALUE : `${formatNumber(device.rssiDbm, 0)} dBm`],
    [words.firmware, device.firmware ?? NO_VALUE],
  ] as const;
  return (
    <Card title={text.status}>
      {device.state === "unusable" && (
        <Banner tone="warning" icon="alert">
          {words.unusableHint}
        </Banner>
      )}
      <FactList facts={facts} className={styles.facts} />
    </Card>
  );
}

function HealthCard({ device, timeZone }: DevicePart) {
  const client = useSelectedClient();
  // Read once per opening, so that the range does not move with each render.
  const [range] = useState(() => ({ from: now() - HEALTH_DAYS * DAY_MS, to: now() }));
  const iso = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
  const query = useQuery(healthQuery(client, device._id, iso.from, iso.to));
  return (
    <Card title={text.health}>
      <QueryView query={query} rows={4}>
        {(days) =>
          days.length === 0 ? (
            <p className={styles.none}>{text.healthNone}</p>
          ) : (
            <HealthChart days={days} range={range} timeZone={timeZone} serial={device.serial} />
          )
        }
      </QueryView>
    </Card>
  );
}

interface HealthChartProps {
  days: readonly HealthDay[];
  range: { from: number; to: number };
  timeZone: string;
  serial: string;
}

function HealthChart({ days, range, timeZone, serial }: HealthChartProps) {
  const model = useMemo(() => healthModel(days, { ...range, timeZone, title: text.health }), [days, range, timeZone]);
  return <ChartPanel model={model} height={220} name={[text.health, serial]} save={saveFile} />;
}
