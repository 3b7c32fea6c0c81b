import type { SensorType } from "@lamina/shared/sensor-type";
import { Badge } from "../../ui/feedback/badge.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { formatNumber, NO_VALUE } from "../../ui/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type Column, Table } from "../../ui/layout/table.tsx";
import { deviceIcon } from "./device-icon.ts";
import styles from "./devices-card.module.css";
import { text } from "./text.ts";
import { useDevices } from "./use-sensor-types.ts";

/** What a screen needs devices for, and what it says when there is none of them. */
export interface DeviceNeed {
  title: string;
  /** Kinds of device (domain, 10: SensorType); all when left out. */
  kinds?: readonly string[];
  none?: string;
  noneHint?: string;
}

const columns: readonly Column<SensorType>[] = [
  {
    key: "name",
    header: text.name,
    cell: (device) => (
      <span className={styles.name}>
        <Icon name={deviceIcon(device.kind)} />
        {device.name ?? device._id}
      </span>
    ),
  },
  { key: "unit", header: text.measures, cell: (device) => device.unit ?? text.several },
  {
    key: "range",
    header: text.range,
    numeric: true,
    cell: ({ min, max, unit }) =>
      min == null || max == null
        ? NO_VALUE
        : `${text.from(formatNumber(min, 0), formatNumber(max, 0))}${unit ? ` ${unit}` : ""}`,
  },
];

/** The selected client's devices of the kinds that a screen lives on. */
export function DevicesCard({ title, kinds, none = text.none, noneHint = text.noneHint }: DeviceNeed) {
  const query = useDevices();
  const devices = query.data && ofKinds(query.data, kinds);
  return (
    <Card title={title} aside={devices && devices.length > 0 && <Badge>{devices.length}</Badge>} flush>
      <QueryView query={query}>
        {(all) => {
          const shown = ofKinds(all, kinds);
          return shown.length > 0 ? (
            <Table caption={title} columns={columns} rows={shown} rowKey={(device) => device._id} />
          ) : (
            <EmptyState icon="sensor" title={none}>
              <p>{noneHint}</p>
            </EmptyState>
          );
        }}
      </QueryView>
    </Card>
  );
}

/** The devices of these kinds. Where the API names no kinds at all, each of them may be one. */
function ofKinds(devices: readonly SensorType[], kinds: readonly string[] | undefined): readonly SensorType[] {
  if (!kinds || devices.every((device) => device.kind === undefined)) return devices;
  return devices.filter((device) => device.kind !== undefined && kinds.includes(device.kind));
}
