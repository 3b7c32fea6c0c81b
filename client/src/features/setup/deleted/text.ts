import { formatNumber } from "../../../ui/format.ts";

const records = (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "registro" : "registros"}`;

export const text = {
  title: "Excluídos dos últimos 30 dias",
  none: "Nada foi excluído.",
  failed: "A lista dos excluídos não pôde ser carregada.",
  one: (kind: string, name: string, more: number) => `${kind}: ${name}${more > 0 ? `, com ${records(more)}` : ""}`,
  when: (when: string, who: string, until: string) => `excluído em ${when} por ${who}; pode voltar até ${until}`,
  restore: "Restaurar",
  restoreOf: (name: string) => `Restaurar ${name}`,
  otherName: "Outro nome para o registro restaurado",
  restored: (name: string, count: number) => `${name}: restaurado, ${records(count)}.`,
  kept: "Outra pessoa alterou estes depois; eles ficam como estão, confira:",
  kinds: {
    AlertRule: "Regra de alerta",
    Config: "Configuração",
    Crop: "Cultura",
    Device: "Equipamento",
    Farm: "Fazenda",
    Gateway: "Gateway",
    MachineCalibration: "Calibração",
    Monitor: "Monitor",
    OutOfService: "Fora de serviço",
    Pivot: "Sistema",
    PivotSector: "Setor",
    Season: "Safra",
    SeasonBudget: "Orçamento de água",
    Sensor: "Sensor",
    Soil: "Solo",
    Tariff: "Tarifa",
    WaterPermit: "Outorga",
    WaterSource: "Captação",
  },
} as const;
