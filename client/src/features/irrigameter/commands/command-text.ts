import type { CommandKind, CommandState, PivotCommand } from "@lamina/shared/records/commands/pivot-command";

const kinds: Readonly<Record<CommandKind, string>> = {
  start: "Ligar",
  stop: "Parar",
  speed: "Mudar velocidade",
  direction: "Inverter sentido",
};

/** The state of a command. The panel's answer is named as such, because telemetry alone proves a command. */
const states: Readonly<Record<CommandState, string>> = {
  asked: "programado",
  sent: "enviado, sem resposta ainda",
  received: "recebido pelo painel",
  accepted: "aceito pelo painel; a telemetria ainda não mostra",
  refused: "recusado",
  executing: "executando, pela telemetria",
  done: "feito, provado pela telemetria",
  failed: "falhou: a telemetria não provou",
  unanswered: "sem resposta do painel",
  cancelled: "cancelado",
  expired: "venceu sem ser enviado",
};

export const commandText = {
  kinds,
  states,
  stop: "Parar",
  startNow: "Ligar agora",
  startAt: (clock: string) => `Programar ${clock}`,
  of: (act: string, name: string) => `${act}: ${name}`,
  offline: "sem conexão: opere na máquina",
  ask: { stop: (name: string) => `Parar ${name}?`, start: (name: string) => `Ligar ${name}?` },
  askAt: (name: string, clock: string) => `Ligar ${name} às ${clock}?`,
  stopHint: "O painel recebe a ordem de parar. Fique de olho até a telemetria mostrar a máquina parada.",
  startHint: "Confira que não há gente nem máquina no caminho.",
  wet: "Com água",
  percent: (percent: string) => `Ajuste do painel: ${percent}`,
  row: (from: string, to: string, percent: string) => `${from} a ${to}: ${percent}`,
  confirmStop: "Parar agora",
  confirmStart: "Ligar agora",
  confirmAt: (clock: string) => `Programar para ${clock}`,
  anyway: "Ligar mesmo assim",
  reason: "Motivo para ligar mesmo assim",
  reasonHint: "Fica no histórico, com o seu nome.",
  failed: "O comando não foi enviado. Tente novamente ou opere na máquina.",
  unknown: "Não se sabe se o comando saiu. Confira o estado aqui e na máquina.",
  cancel: "Cancelar",
  cancelOf: (name: string) => `Cancelar o que está programado: ${name}`,
  cancelled: "Cancelado. A máquina não será ligada.",
  late: "Já não dá para cancelar: o comando saiu. Use Parar.",
  at: (clock: string) => `para ${clock}`,
  by: (name: string) => `por ${name}`,
  ring: (name: string) => `${name} não confirmou`,
  call: (farm: string) => `Vá à máquina, ou ligue para quem está na fazenda ${farm}.`,
  line: (command: PivotCommand, about: string) => `${kinds[command.command]}: ${states[command.state]}${about}`,
} as const;
