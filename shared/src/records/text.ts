import type { AlertType } from "./alert.ts";
import type { StartWater, Status } from "./balance.ts";
import type { OutOfServiceReason } from "./machine/out-of-service.ts";

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
/** How the soil water at planting is known. */
export const startWaterNames: Readonly<Record<StartWater, string>> = {
  season: "o que a safra anterior deixou",
  probe: "sonda, no plantio",
  unknown: "valor de partida: solo cheio, nada se sabia no plantio",
  full: "valor de partida: solo cheio",
  dry: "valor de partida: solo seco",
  measured: "valor de partida: umidade medida no plantio",
};

/** Why a machine or an intake is out of service, after "fora de serviço:". */
export const outOfServiceNames: Readonly<Record<OutOfServiceReason, string>> = {
  broken: "quebrou",
  pump: "bomba",
  power: "sem energia",
  pipe: "adutora",
  maintenance: "manutenção",
  other: "outro motivo",
};

/** What to do when a machine fails, for a farm without words of its own. */
export const WHEN_FAILS =
  "1. Desligue no painel e na bomba. 2. Anote o ângulo, a hora e a mensagem do painel. 3. Não religue mais de uma vez. 4. Registre no aplicativo: Quebrou / fora de serviço. 5. Avise o gestor por telefone.";

export const alertNames: Readonly<Record<AlertType, string>> = {
  "pivot-stopped": "Pivô parou",
  "pivot-started": "Pivô partiu",
  "pivot-fault": "Falha ou desalinhamento",
  "runs-out-of-service": "Ligada fora de serviço",
  "permit-ended": "Fim da outorga com a máquina ligada",
  "command-unproved": "Comando sem resposta",
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
  "device-unusable": "Equipamento fala, mas nada serve",
  "low-battery": "Bateria baixa",
  permit: "Outorga",
  "balance-diverges": "Balanço divergente",
};
