import type { SensorType } from "@lamina/shared/records/sensor-type";
import { useState } from "react";
import { Badge } from "../../ui/feedback/badge.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback/states.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type Column, Table } from "../../ui/layout/table.tsx";
import { deviceIcon } from "./device-icon.ts";
import styles from "./devices-card.module.css";
import { rangeText, SensorTypeDialog } from "./sensor-type-dialog.tsx";
import { text } from "./text.ts";
import { useDevices } from "./use-sensor-types.ts";

/** The devices that a screen needs, and its words when there are none. */
interface DeviceNeed {
  title: string;
  /** Kinds of device (domain, 10: SensorType). All when left out. */
  kinds?: readonly string[];
  none?: string;
  noneHint?: string;
}

const columns = (onOpen: (device: SensorType) => void): readonly Column<SensorType>[] => [
  {
    key: "name",
    header: text.name,
    cell: (device) => (
      <button type="button" className={styles.name} onClick={() => onOpen(device)}>
        <Icon name={deviceIcon(device.kind)} />
        {device.name ?? device._id}
      </button>
    ),
  },
  { key: "unit", header: text.measures, cell: (device) => device.unit ?? text.several },
  {
    key: "range",
    header: text.range,
    numeric: true,
    cell: rangeText,
  },
];

/** The selected client's devices of the kinds that a screen needs. A failure is only logged (§8). */
export function DevicesCard({ title, kinds, none = text.none, noneHint = text.noneHint }: DeviceNeed) {
  const query = useDevices();
  const [opened, setOpened] = useState<SensorType>();
  const devices = query.data && ofKinds(query.data, kinds);
  return (
    <Card title={title} aside={devices && devices.length > 0 && <Badge>{devices.length}</Badge>} flush>
      {query.isPending && <Skeleton />}
      {devices?.length === 0 && (
        <EmptyState icon="sensor" title={none}>
          <p>{noneHint}</p>
        </EmptyState>
      )}
      {devices && devices.length > 0 && (
        <Table caption={title} columns={columns(setOpened)} rows={devices} rowKey={(device) => device._id} />
      )}
      {opened && <SensorTypeDialog listed={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** The devices of these kinds; all devices when the API sends no kinds. */
function ofKinds(devices: readonly SensorType[], kinds: readonly string[] | undefined): readonly SensorType[] {
  if (!kinds || devices.every((device) => device.kind === undefined)) return devices;
  return devices.filter((device) => device.kind !== undefined && kinds.includes(device.kind));
}
