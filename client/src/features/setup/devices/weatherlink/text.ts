import type { WeatherLinkFault } from "@lamina/shared/records/devices/weather-link";

export const text = {
  title: "Davis WeatherLink",
  hint: "Uma estação da Davis é lida da nuvem com a chave do dono: WeatherLink › Account › tokens da API. O segredo é guardado cifrado.",
  apiKey: "Chave da API (v2)",
  apiSecret: "Segredo da API",
  station: "Qual estação?",
  connect: "Ler da WeatherLink",
  end: "Não ler mais",
  ended: "A estação não é mais lida da WeatherLink.",
  connected: "A estação passa a ser lida da WeatherLink.",
  none: "Esta conta não tem estações.",
  state: (station: string, success: string) => `Estação ${station} · último sucesso: ${success}`,
  failed: (at: string, fault: string) => `Falhou em ${at}: ${fault}`,
  never: "ainda não",
  faults: {
    rejected: "a chave ou o segredo não foi aceito.",
    limited: "a WeatherLink pede para esperar; tenta de novo sozinho.",
    unreachable: "a WeatherLink não respondeu; tenta de novo sozinho.",
    unreadable: "a resposta da WeatherLink não é a esperada.",
  } satisfies Readonly<Record<WeatherLinkFault, string>>,
  error: "Não foi possível gravar. Tente novamente.",
  /** Logged. */
  queryFailed: "Erro ao carregar a ligação com a WeatherLink",
} as const;
