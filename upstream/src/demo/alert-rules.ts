import type { AlertRule } from "@lamina/shared/alert";
import type { alertRules } from "../alerts/table.ts";
import { demoClientIds } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

type Rule = Pick<AlertRule, "type" | "severity" | "name" | "threshold" | "unit">;

/** Sensible defaults (domain, 5 and 9). */
const rules: readonly Rule[] = [
  { type: "pivot-stopped", severity: "critical", name: "Pivô parou" },
  { type: "pivot-started", severity: "info", name: "Pivô partiu" },
  { type: "pivot-fault", severity: "critical", name: "Falha ou desalinhamento" },
  { type: "low-pressure", severity: "critical", name: "Baixa pressão", threshold: 1.8, unit: "bar" },
  { type: "power", severity: "critical", name: "Falta de energia" },
  { type: "irrigate-today", severity: "info", name: "Irrigar hoje" },
  { type: "stress", severity: "warning", name: "Entrou em estresse" },
  { type: "excess", severity: "info", name: "Excesso de água" },
  { type: "rain", severity: "info", name: "Chuva", threshold: 10, unit: "mm" },
  { type: "frost", severity: "critical", name: "Risco de geada", threshold: 3, unit: "°C" },
  { type: "low-humidity", severity: "warning", name: "Umidade do ar baixa", threshold: 20, unit: "%" },
  { type: "wind", severity: "info", name: "Vento forte", threshold: 30, unit: "km/h" },
  { type: "device-silent", severity: "warning", name: "Equipamento sem comunicar" },
  { type: "low-battery", severity: "warning", name: "Bateria baixa", threshold: 20, unit: "%" },
  { type: "permit", severity: "warning", name: "Outorga", threshold: 80, unit: "%" },
  { type: "balance-diverges", severity: "warning", name: "Balanço diverge da sonda", threshold: 20, unit: "% CAD" },
];
/** Nobody is woken for anything but what is critical. */
const QUIET = { quietFrom: "22:00", quietTo: "06:00" } as const;

export const demoAlertRules: DemoRecord<typeof alertRules>[] = demoClientIds.flatMap((clientId) =>
  rules.map((rule) => ({
    _id: `${clientId}-${rule.type}`,
    clientId,
    ...rule,
    ...(rule.severity === "critical" ? {} : QUIET),
    scope: { kind: "client" as const },
    channels: ["inbox" as const, "push" as const],
    repeatMin: rule.severity === "critical" ? 15 : 240,
    enabled: true,
  })),
);
