import { useMemo } from "react";
import { DevicesCard } from "../../core/sensor-types/devices-card.tsx";
import { useSensorTypes } from "../../core/sensor-types/use-sensor-types.ts";
import { ConnectScreen } from "./connect/connect-screen.tsx";
import { gatewayView } from "./connect/gateway-view.tsx";
import { deviceView } from "./devices/device-view.tsx";
import { QualityScreen } from "./devices/quality/quality-screen.tsx";
import { sensorView } from "./devices/sensor-view.tsx";
import { text } from "./devices/text.ts";
import { PartsScreen } from "./records/parts-screen.tsx";
import { RecordScreen } from "./records/record-screen.tsx";

export function DevicesScreen() {
  return (
    <PartsScreen
      label={text.title}
      parts={[
        { part: "equipamentos", label: text.parts.equipamentos, screen: <Devices /> },
        { part: "sensores", label: text.parts.sensores, screen: <RecordScreen view={sensorView} /> },
        { part: "qualidade", label: text.parts.qualidade, screen: <QualityScreen /> },
        { part: "conectar", label: text.parts.conectar, screen: <ConnectScreen /> },
        { part: "chaves", label: text.parts.chaves, screen: <RecordScreen view={gatewayView} /> },
        { part: "tipos", label: text.parts.tipos, screen: <DevicesCard {...text.types} /> },
      ]}
    />
  );
}

function Devices() {
  const { sensorTypes, selected } = useSensorTypes();
  const view = useMemo(() => deviceView(sensorTypes, selected), [sensorTypes, selected]);
  return <RecordScreen view={view} />;
}
