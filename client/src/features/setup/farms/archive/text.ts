import type { ArchiveProblem, ArchiveSource, PastWeatherOrderReply } from "@lamina/shared/records/weather";
import { formatNumber } from "../../../../ui/format.ts";

const days = (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "dia" : "dias"}`;

/** Words of past weather from services. */
export const text = {
  button: "Buscar clima passado",
  title: "Buscar clima passado",
  intro:
    "Traz o clima diário de anos passados para o lugar da fazenda, para que uma safra possa começar antes da estação. O que a estação mediu fica como está.",
  farm: "Fazenda",
  source: "Origem",
  sources: {
    "nasa-power": "NASA POWER (desde 1981)",
    "open-meteo": "Open-Meteo (ERA5, desde 1940)",
  } satisfies Readonly<Record<ArchiveSource, string>>,
  from: "De",
  to: "Até",
  replace: "Trocar também dias que vieram de outra origem",
  send: "Buscar",
  resume: "Continuar",
  cancel: "Cancelar",
  close: "Fechar",
  order: "Escolha um dia final que não venha antes do inicial.",
  progress: (done: number, all: number) => `Buscando: ${done} de ${all} ${all === 1 ? "ano" : "anos"}`,
  done: ({ inserted, changed, duplicate, kept, absent }: PastWeatherOrderReply) =>
    [
      `${days(inserted)} a mais, ${days(changed)} com outro valor, ${days(duplicate)} já iguais.`,
      kept > 0 ? `${days(kept)} de outra origem ficaram como estavam.` : "",
      absent > 0 ? `O serviço não tem ${days(absent)} do período.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  problems: {
    "provider-unreachable":
      "O serviço não respondeu: o servidor pode estar sem internet. O que já veio está gravado; continue depois, ou importe um arquivo.",
    "provider-timeout": "O serviço demorou demais. O que já veio está gravado; continue daqui a pouco.",
    "provider-refused": "O serviço recusou o pedido, talvez por excesso de pedidos hoje. Continue mais tarde.",
    "provider-garbage": "O serviço respondeu de um modo que não foi entendido. Importe um arquivo dele.",
    off: "Esta instalação não busca clima de fora. Importe um arquivo, ou peça a quem cuida do servidor.",
  } satisfies Readonly<Record<ArchiveProblem, string>>,
} as const;
