import type { Farm } from "@lamina/shared/records/farm";
import type { Device, Sensor, Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { useState } from "react";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { failureText } from "../records/data/failure-text.ts";
import { insertRecords, updateRecord } from "../records/data/writes.ts";
import { sensorName } from "./sensor-name.ts";
import { text } from "./text.ts";

type Measured = Pick<Sensor, "variable" | "unit" | "depthCm">;
const measures = (...names: Variable[]): Measured[] =>
  names.map((variable) => ({ variable, unit: variableRow(variable).unit }));
const atDepths = (variable: Variable, depths: readonly number[]): Measured[] =>
  depths.flatMap((depthCm) => measures(variable).map((measured) => ({ ...measured, depthCm })));

/** The usual sensors of each device type of the catalogue. A panel has none. */
const USUAL: Readonly<Record<string, readonly Measured[]>> = {
  "weather-station": measures("airTemp", "airHum", "wind", "rad", "rain"),
  "rain-gauge": measures("rain"),
  "soil-moisture-probe": atDepths("soilMoist", [10, 20, 40, 60]),
  tensiometer: atDepths("soilTension", [20, 40]),
  "flow-meter": measures("flow"),
  "level-sensor": measures("level"),
};

/** Offers to create the usual sensors of a new device. The first station of a farm also becomes its station. */
export function UsualSensors({ device, farm }: { device: Device; farm: Farm | undefined }) {
  const { can } = useRights();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const usual = USUAL[device.sensorTypeId];
  /** The farm's balance needs a station, and this is its first one. */
  const isFirstStation =
    device.sensorTypeId === "weather-station" && farm?.stationDeviceId == null && can("farms", "edit");
  if (!usual) return null;

  async function add(sensors: readonly Measured[]) {
    setPending(true);
    setFailure(undefined);
    try {
      await insertRecords(
        device.clientId,
        "sensor",
        sensors.map((sensor) => ({ ...sensor, deviceId: device._id })),
      );
      if (farm && isFirstStation) await updateRecord(farm, "farm", { stationDeviceId: device._id });
      toast(text.usual.added(sensors.length));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Card title={text.usual.title}>
      <Failure>{failure}</Failure>
      <p>
        {text.usual.hint(usual.map(sensorName).join(", "))}
        {farm && isFirstStation && ` ${text.usual.ofFarm(farm.name)}`}
      </p>
      <Button pending={pending} onClick={() => void add(usual)}>
        {text.usual.add(usual.length)}
      </Button>
    </Card>
  );
}
