import type { CommandKind, CommandState, PivotCommand } from "@lamina/shared/records/commands/pivot-command";

const kinds: Readonly<Record<CommandKind, string>> = {
  start: "Ligar",
  stop: "Parar",
  speed: "Mudar velocidade",
  direction: "Inverter sentido",
  pump: "Bomba",
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

/** Title, button and hint of the confirmation of each order. */
const as = {
  start: {
    title: (name: string) => `Ligar ${name}?`,
    confirm: "Ligar agora",
    hint: "Confira que não há gente nem máquina no caminho.",
  },
  stop: {
    title: (name: string) => `Parar ${name}?`,
    confirm: "Parar agora",
    hint: "O painel recebe a ordem de parar. Fique de olho até a telemetria mostrar a máquina parada.",
  },
  speed: {
    title: (name: string) => `Mudar a velocidade de ${name}?`,
    confirm: "Mudar agora",
    hint: "Ajuste menor anda mais devagar e põe mais água.",
  },
  forward: {
    title: (name: string) => `${name} no sentido horário?`,
    confirm: "Inverter agora",
    hint: "Só a seco. Confira que não há gente nem máquina no caminho.",
  },
  reverse: {
    title: (name: string) => `${name} no sentido anti-horário?`,
    confirm: "Inverter agora",
    hint: "Só a seco. Confira que não há gente nem máquina no caminho.",
  },
  pumpOn: {
    title: (name: string) => `Ligar a bomba de ${name}?`,
    confirm: "Ligar a bomba",
    hint: "A máquina segue andando, agora com água.",
  },
  pumpOff: {
    title: (name: string) => `Desligar a bomba de ${name}?`,
    confirm: "Desligar a bomba",
    hint: "A máquina segue andando, a seco.",
  },
} as const;

export const commandText = {
  as,
  asAt: (clock: string) => ({
    title: (name: string) => `Ligar ${name} às ${clock}?`,
    confirm: `Programar para ${clock}`,
    hint: as.start.hint,
  }),
  kinds,
  states,
  stop: "Parar",
  startNow: "Ligar agora",
  startAt: (clock: string) => `Programar ${clock}`,
  of: (act: string, name: string) => `${act}: ${name}`,
  offline: "sem conexão: opere na máquina",
  wet: "Com água",
  setting: "Ajuste do painel",
  whole: "Um ajuste",
  byArc: "Por ângulo",
  percent: "Ajuste do painel, %",
  row: (from: string, to: string) => `De ${from} a ${to}, %`,
  stopAt: "Parada",
  stops: { none: "Sem parada", angle: "Parar no ângulo", hour: "Parar na hora" },
  stopAngle: "Ângulo da parada, °",
  stopTime: "Hora da parada",
  change: "Mudar o que faz",
  changeTo: {
    speed: "Mudar velocidade",
    forward: "Girar no horário",
    reverse: "Girar no anti-horário",
    pumpOn: "Ligar a bomba",
    pumpOff: "Desligar a bomba",
  },
  password: "Sua senha",
  passwordHint: "O cliente pede uma confirmação para cada comando. Parar não pede.",
  pin: "Seu PIN",
  pinHint: "Os 6 números que você escolheu em Meus acessos. Parar não pede.",
  byPassword: "Usar a senha",
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
