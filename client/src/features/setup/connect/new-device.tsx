import type { Gateway } from "@lamina/shared/doors/gateway";
import type { Farm } from "@lamina/shared/records/farm";
import { type Sensor, Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { RecordSelect } from "../../../ui/controls/input.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { sensorName } from "../devices/sensor-name.ts";
import { failureText } from "../records/data/failure-text.ts";
import { insertRelated } from "../records/data/writes.ts";
import { decodedFrom } from "./decoded-from.ts";
import { text } from "./text.ts";

const words = text.unclaimed;
type Measured = Pick<Sensor, "variable" | "unit" | "depthCm">;
const Reading = z.object({ variable: Variable, depthCm: z.number().nullish() });

/** The type of a device by what it measures, the first that fits. */
const TYPES = [
  ["soil-moisture-probe", ["soilMoist"]],
  ["tensiometer", ["soilTension"]],
  ["weather-station", ["airTemp", "airHum", "rad", "wind"]],
  ["flow-meter", ["flow", "flowTotal", "energyTotal", "hourMeter"]],
  ["level-sensor", ["level"]],
  ["rain-gauge", ["rain", "rainTotal"]],
] as const;

interface NewDeviceProps {
  serial: string;
  raw: string;
  gateway: Gateway | undefined;
  farms: readonly Farm[];
  onClose: () => void;
}

/** Makes a device of a message, with the sensors of its readings. */
export function NewDevice({ serial, raw, gateway, farms, onClose }: NewDeviceProps) {
  const client = useSelectedClient();
  const [farmId, setFarmId] = useState(farms[0]?._id ?? "");
  const sensors = measuredBy(raw, gateway, serial);
  const making = useMutation({
    mutationFn: () =>
      insertRelated(client._id, [
        { name: "device", entity: "device", fields: () => ({ farmId, serial, sensorTypeId: typeOf(sensors) }) },
        ...sensors.map((sensor, index) => ({
          name: String(index),
          entity: "sensor" as const,
          fields: (added: Readonly<Record<string, { _id: string }>>) => ({ ...sensor, deviceId: added.device?._id }),
        })),
      ]),
    onSuccess: () => {
      toast(words.made);
      onClose();
    },
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.newDevice(serial)}
      variant="alert"
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" pending={making.isPending} onClick={() => making.mutate()} autoFocus>
            {words.make}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Failure>{making.isError && failureText(making.error)}</Failure>
        <Field label={words.farm}>
          {(control) => (
            <RecordSelect {...control} records={farms} value={farmId} onValue={(id) => setFarmId(id ?? "")} />
          )}
        </Field>
        <p>{sensors.length > 0 ? words.sensors(sensors.map(sensorName).join(", ")) : words.noSensors}</p>
      </div>
    </Dialog>
  );
}

function measuredBy(raw: string, gateway: Gateway | undefined, serial: string): Measured[] {
  const sensors = new Map<string, Measured>();
  const all = decodedFrom(raw, gateway ?? {}) ?? [];
  // A message of several devices has measures of others too.
  const own = all.find(({ serials }) => serials.includes(serial)) ?? all[0];
  for (const sent of own?.readings ?? []) {
    const { data } = Reading.safeParse(sent);
    if (data === undefined) continue;
    const { variable, depthCm = null } = data;
    sensors.set(`${variable} ${depthCm}`, { variable, depthCm, unit: variableRow(variable).unit });
  }
  return [...sensors.values()];
}

function typeOf(sensors: readonly Measured[]): string {
  const measured: readonly string[] = sensors.map(({ variable }) => variable);
  return TYPES.find(([, variables]) => variables.some((one) => measured.includes(one)))?.[0] ?? "weather-station";
}
