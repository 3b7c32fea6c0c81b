import type { InterlockId } from "./interlocks.ts";

interface InterlockWords {
  /** Why the command is not sent. */
  reason: string;
  remedy: string;
}

/** The words of each interlock, the same in the app and in the answer of the API. */
export const interlockText: Readonly<Record<InterlockId, InterlockWords>> = {
  expired: { reason: "O comando venceu antes de sair", remedy: "Confira a máquina e dê o comando de novo." },
  "no-right": {
    reason: "Quem programou já não pode comandar esta máquina",
    remedy: "Quem pode comandar programa de novo.",
  },
  "no-panel": {
    reason: "A máquina não tem painel que receba comandos",
    remedy: "Opere no painel da máquina. O painel se cadastra em Equipamentos.",
  },
  "out-of-service": {
    reason: "A máquina está bloqueada para manutenção",
    remedy: "Só quem bloqueou, ou um administrador, libera.",
  },
  "panel-maintenance": {
    reason: "O painel está marcado em manutenção",
    remedy: "Quando a manutenção terminar, desmarque em Equipamentos.",
  },
  stale: {
    reason: "Não se sabe o que a máquina faz agora: a telemetria está velha",
    remedy: "Espere o painel voltar a enviar, ou opere na máquina. Parar continua possível.",
  },
  "clock-off": {
    reason: "O relógio do painel está adiantado, e nada provaria o comando",
    remedy: "Acerte o relógio do painel.",
  },
  fault: { reason: "O painel acusa falha", remedy: "Resolva e rearme a falha na máquina." },
  "fault-unseen": {
    reason: "Há uma falha desta máquina que ninguém assumiu",
    remedy: "Assuma o alerta depois de conferir a máquina.",
  },
  "stop-open": {
    reason: "Uma parada desta máquina ainda não foi provada",
    remedy: "Espere a telemetria mostrar a máquina parada.",
  },
  "command-open": {
    reason: "Outro comando desta máquina está em andamento",
    remedy: "Espere o resultado, ou cancele o que está programado.",
  },
  unproved: {
    reason: "Não se sabe o que o último comando fez",
    remedy: "Espere um relatório do painel posterior a ele, ou confira na máquina.",
  },
  "already-running": { reason: "A máquina já está ligada", remedy: "Mude a velocidade, ou pare antes de ligar." },
  "not-running": { reason: "A máquina está parada", remedy: "Ligue com o ajuste desejado." },
  "wet-direction": {
    reason: "A máquina está com água, e o sentido não se inverte com água",
    remedy: "Pare a máquina, espere a água sair e ligue no outro sentido.",
  },
  "shared-pump": {
    reason: "A bomba desta máquina serve também outras",
    remedy: "Ligue ou desligue a bomba na captação.",
  },
  capacity: {
    reason: "A bomba não comporta esta máquina com as que estão ligadas",
    remedy: "Pare outra máquina da mesma captação, ou espere.",
  },
  permit: {
    reason: "A outorga não permite captar agora",
    remedy: "Confira a outorga. Quem responde por ela pode ligar mesmo assim, com o motivo.",
  },
  "peak-tariff": {
    reason: "É horário de ponta",
    remedy: "Programe para depois da ponta, ou ligue mesmo assim, com o motivo.",
  },
};

/** Reason and remedy of each interlock, in one text. */
export const interlockSentences = (ids: readonly InterlockId[]): string =>
  ids.map((id) => `${interlockText[id].reason}. ${interlockText[id].remedy}`).join(" ");
