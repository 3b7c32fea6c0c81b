import { DAILY_RECORDS } from "@lamina/shared/screens/daily-records";
import { screenTitles } from "@lamina/shared/screens/text";

export const text = {
  title: screenTitles.setup.title,
  tabs: screenTitles.setup.pages,
  /** Heading of the records of every day. */
  daily: DAILY_RECORDS.title,
  firstSteps: "Primeiros passos",
  /** Progress of days of weather, and of balances that follow them. */
  recomputing: (days: number, sectors: number) =>
    days > 0
      ? `Recalculando ${days} ${days === 1 ? "dia" : "dias"} de clima por causa da mudança…`
      : `Recalculando o balanço de ${sectors} ${sectors === 1 ? "setor" : "setores"}…`,
  forbidden: "Sem acesso a esta tela",
  forbiddenHint: "O seu grupo de usuários não pode ver estes cadastros. Peça acesso a um administrador do cliente.",
  /** Time zones of farms and clients. */
  timezones: {
    "America/Noronha": "Fernando de Noronha (UTC−2)",
    "America/Sao_Paulo": "Brasília / São Paulo (UTC−3)",
    "America/Bahia": "Bahia (UTC−3)",
    "America/Fortaleza": "Fortaleza (UTC−3)",
    "America/Recife": "Recife (UTC−3)",
    "America/Maceio": "Maceió (UTC−3)",
    "America/Belem": "Belém (UTC−3)",
    "America/Araguaina": "Araguaína (UTC−3)",
    "America/Cuiaba": "Cuiabá (UTC−4)",
    "America/Campo_Grande": "Campo Grande (UTC−4)",
    "America/Manaus": "Manaus (UTC−4)",
    "America/Porto_Velho": "Porto Velho (UTC−4)",
    "America/Boa_Vista": "Boa Vista (UTC−4)",
    "America/Santarem": "Santarém (UTC−3)",
    "America/Rio_Branco": "Rio Branco (UTC−5)",
    "America/Eirunepe": "Eirunepé (UTC−5)",
  },
} as const;
