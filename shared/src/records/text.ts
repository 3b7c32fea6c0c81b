import type { AlertType } from "./alert.ts";
import type { Status } from "./balance.ts";

/** Words of the status of a sector or monitor, on screens and in mailed files. */
export const statusNames: Readonly<Record<Status, string>> = {
  excess: "Excesso",
  ok: "Adequado",
  irrigate: "Irrigar",
  stress: "Déficit",
  nodata: "Sem dados",
  fallow: "Sem cultivo",
};

/** Names of the subjects of alerts (domain, 9): headlines of the inbox, and the set-up of rules. */
export const alertNames: Readonly<Record<AlertType, string>> = {
  "pivot-stopped": "Pivô parou",
  "pivot-started": "Pivô partiu",
  "pivot-fault": "Falha ou desalinhamento",
  "low-pressure": "Baixa pressão",
  power: "Cabo ou energia",
  "irrigate-today": "Irrigar hoje",
  "stop-run": "Parar a máquina",
  stress: "Entrou em estresse",
  excess: "Excesso de água",
  rain: "Chuva",
  frost: "Risco de geada",
  "low-humidity": "Umidade do ar baixa",
  wind: "Vento forte",
  "device-silent": "Equipamento sem comunicar",
  "low-battery": "Bateria baixa",
  permit: "Outorga",
  "balance-diverges": "Balanço divergente",
};
