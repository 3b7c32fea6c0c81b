import { statusOrder } from "@lamina/shared/views/urgency";
import { useState } from "react";
import type { Centre } from "../src/field/diagrams/pivot-centre.tsx";
import { PivotDiagram } from "../src/field/diagrams/pivot-diagram.tsx";
import type { DiagramSector } from "../src/field/diagrams/pivot-sector.tsx";
import { ProbeProfile } from "../src/field/diagrams/probe-profile.tsx";
import { RulerDiagram } from "../src/field/diagrams/ruler-diagram.tsx";
import { Status, type StatusKind } from "../src/field/status.tsx";

const quarter = (index: number, status: StatusKind, storagePct: number | null): DiagramSector => ({
  key: `q${index}`,
  label: `Q${index + 1}`,
  arc: { from: index * 90, to: (index + 1) * 90 },
  status,
  storagePct,
});
const mixed = [quarter(0, "ok", 78), quarter(1, "irrigate", 56), quarter(2, "stress", 31), quarter(3, "excess", 100)];
const dull = [quarter(0, "nodata", null), quarter(1, "fallow", null), quarter(2, "ok", 88), quarter(3, "ok", 92)];
const eight = Array.from(
  { length: 8 },
  (_, index): DiagramSector => ({
    key: `s${index}`,
    label: `S${index + 1}`,
    arc: { from: index * 45, to: (index + 1) * 45 },
    status: statusOrder[index % 6] ?? "ok",
    storagePct: 100 - index * 11,
  }),
);
const partial: DiagramSector[] = [
  { key: "a", label: "Soja", arc: { from: 240, to: 330 }, status: "irrigate", storagePct: 52 },
  { key: "b", label: "Milho", arc: { from: 330, to: 90 }, status: "ok", storagePct: 81 },
];
const whole: DiagramSector[] = [
  { key: "a", label: "Talhão 4", arc: { from: 0, to: 360 }, status: "ok", storagePct: 83 },
];
const irrigate: Centre = { action: "irrigate", depthMm: 12, percent: 29 };

const pivots = [
  {
    label: "Pivô 01",
    sectors: mixed,
    centre: irrigate,
    arm: { angle: 214, direction: "forward", wet: true },
    irrigated: [{ from: 90, to: 214 }],
  },
  {
    label: "Pivô 02",
    sectors: whole,
    centre: { action: "wait", detail: "até 16/05" },
    arm: { angle: 320, direction: "stopped", wet: false },
  },
  {
    label: "Pivô 03",
    sectors: partial,
    centre: { action: "irrigate", depthMm: 8.4, percent: 41 },
    arm: { angle: 20, direction: "reverse", wet: true },
    reach: { from: 240, to: 90 },
    irrigated: [{ from: 20, to: 90 }],
  },
  {
    label: "Pivô 04",
    sectors: eight,
    centre: { action: "none", detail: "chuva 12 mm" },
    arm: { angle: 100, direction: "forward", wet: false },
  },
  {
    label: "Pivô 06",
    sectors: whole,
    centre: { action: "running", detail: "até 18:00" },
    arm: { angle: 145, direction: "forward", wet: true },
  },
  { label: "Pivô 07", sectors: mixed, centre: { ...irrigate, passes: 2 }, arm: null },
  { label: "Pivô 08", sectors: whole, centre: { action: "check" }, arm: null },
  { label: "Pivô 05", sectors: dull, centre: { action: "nodata", detail: "desde 14/05" }, arm: null },
] as const;

const scale = { tawMm: 62, rawMm: 31, irrigateFromMm: 22 };
const rulers = [
  { label: "Setor 1", status: "ok", scale, drMm: 12.3, sensorDrMm: 17.1 },
  { label: "Setor 2", status: "irrigate", scale, drMm: 25.4, sensorDrMm: 24.1 },
  { label: "Setor 3", status: "stress", scale, drMm: 44.8 },
  { label: "Setor 4", status: "excess", scale, drMm: 0, excess: true, sensorDrMm: 2 },
  { label: "Setor 5", status: "fallow", scale: null, drMm: null },
  { label: "Setor 6", status: "nodata", scale: null, drMm: null },
] as const;
const layer = (depthCm: number, value: number | null, fcPct: number | null = 33) => ({
  depthCm,
  value,
  fcPct,
  criticalPct: fcPct === null ? null : fcPct - 7,
  wpPct: fcPct === null ? null : fcPct - 15,
});
const profiles = [
  {
    label: "Sonda 1",
    unit: "% vol",
    layers: [layer(10, 24.2), layer(20, 27.4), layer(40, 31.8, 34), layer(60, 37.1, 35)],
  },
  { label: "Sonda 2", unit: "% vol", layers: [layer(10, null), layer(20, 29.4), layer(40, 31.8, 34)] },
  { label: "Sonda 3", unit: "kPa", layers: [layer(20, 24.2, null), layer(40, 41.4, null)] },
] as const;

export function DiagramsPage() {
  const [selected, setSelected] = useState<string | null>("q1");
  const row = {
    display: "flex",
    flexWrap: "wrap",
    gap: 20,
    padding: 16,
    background: "var(--surface)",
    margin: 12,
    borderRadius: 16,
  } as const;
  return (
    <main style={{ padding: 16 }}>
      <h1>Diagramas</h1>
      <div style={row}>
        {statusOrder.map((kind) => (
          <Status key={kind} kind={kind} />
        ))}
      </div>
      <div style={row}>
        {pivots.map((pivot) => (
          <PivotDiagram key={pivot.label} {...pivot} size={320} selected={selected} onSelect={setSelected} />
        ))}
      </div>
      <div style={row}>
        {pivots.map((pivot) => (
          <PivotDiagram key={pivot.label} {...pivot} size={120} />
        ))}
      </div>
      <div style={row}>
        {rulers.map((ruler) => (
          <RulerDiagram key={ruler.label} {...ruler} />
        ))}
      </div>
      <div style={row}>
        {rulers.map((ruler) => (
          <RulerDiagram key={ruler.label} {...ruler} height={120} />
        ))}
      </div>
      <div style={row}>
        {profiles.map((profile) => (
          <ProbeProfile key={profile.label} {...profile} marginPct={2} />
        ))}
      </div>
      <div style={row}>
        {profiles.map((profile) => (
          <ProbeProfile key={profile.label} {...profile} marginPct={2} width={120} />
        ))}
      </div>
    </main>
  );
}
