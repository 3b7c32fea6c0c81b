import { statusNames } from "@lamina/shared/records/text";
import type { StatusKind } from "../status.tsx";

export const text = {
  north: "N",
  /** For small diagrams. */
  short: { stopNow: "Pare", nodata: "Sem dados", check: "Conferir" } as Readonly<Record<string, string>>,
  deficit: "Déficit",
  probe: "Sonda",
  fieldCapacity: "CC",
  readilyAvailable: "AFD",
  wiltingPoint: "PMP",
  critical: "θc",
  missing: "sem leitura",
  storage: (percent: string) => `${percent} da CAD`,
  sector: (label: string, kind: StatusKind, storage: string, irrigated: boolean) =>
    `${label}: ${statusNames[kind]}, ${storage} da CAD${irrigated ? ", irrigado nesta volta" : ""}`,
  sectorWithoutStorage: (label: string, kind: StatusKind) => `${label}: ${statusNames[kind]}`,
  arm: (angle: string) => `braço a ${angle}°`,
  wet: "com água",
  dry: "a seco",
  direction: { forward: "sentido horário", reverse: "sentido anti-horário", stopped: "parado" },
  ruler: (label: string, kind: StatusKind, deficit: string) => `${label}: ${statusNames[kind]}, déficit ${deficit}`,
  rulerMarks: (afd: string, cad: string) => `AFD ${afd}, CAD ${cad}`,
  rulerProbe: (deficit: string) => `sonda ${deficit}`,
  depth: (depth: string, value: string, kind: StatusKind) => `${depth}: ${value}, ${statusNames[kind]}`,
} as const;
