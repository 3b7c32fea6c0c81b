import type { ApiFeature } from "@lamina/shared/messages/runtime-config";
import type { partTitles } from "../../../core/navigation/part-titles-text.ts";

/** Other words of the field for a page, by its address without its first slash. */
export const synonyms: Readonly<Record<string, string>> = {
  irrigameter: "hoje início régua irrigar rega plano do dia ordem máquinas",
  "irrigameter/calculated": "balanço hoje",
  "irrigameter/calculated-pivot": "balanço hoje",
  "irrigameter/sensor": "sonda tensiômetro umidade do solo",
  "irrigameter/sensor-pivot": "sonda tensiômetro umidade do solo",
  forecast: "previsão do tempo clima chuva prevista",
  setup: "configurações cadastros",
  "forecast/forecastweekly": "previsão tempo clima semana chuva prevista",
  "forecast/forecastdaily": "previsão tempo clima hora vento pulverizar pulverização Delta T",
  "charts/pluviometry": "chuva acumulada pluviômetro histórico quanto choveu",
  "charts/airhumidity": "ur umidade relativa vpd histórico",
  "charts/airtemperature": "calor frio geada graus-dia histórico",
  "charts/soilmoisture": "sonda tensiômetro água no solo histórico",
  "report/irrigationmanager": "safra histórico imprimir PDF planilha exportar comparar estresse consultor",
  "report/waterconsuption": "água energia luz conta kWh custo outorga imprimir PDF planilha exportar",
  maps: "satélite onde choveu talhão",
  "setup/farms": "propriedade talhão",
  "setup/config": "configuração parâmetros",
  "setup/device": "estação pluviômetro telemetria",
  "setup/monitor": "sonda tensiômetro ponto de monitoramento",
  "setup/balance": "safra plantio lavoura déficit ajuste",
  "setup/watering": "histórico registros rega irrigou lâmina",
  "setup/watering?parte=irrigacoes": "histórico registros rega irrigou lâmina",
  "setup/watering?parte=chuvas": "histórico registros choveu pluviômetro",
  "setup/user": "funcionário operador pessoa acesso cadastrar convidar",
  "setup/usersgroup": "permissão direito acesso função",
  policy: "LGPD dados pessoais privacidade",
};

type Parts = { [Screen in keyof typeof partTitles]: Readonly<Record<keyof (typeof partTitles)[Screen], PlaceWords>> };

interface PlaceWords {
  /** Its button for a new record; null where none is added by hand. */
  add: string | null;
  words: string;
}

/** Parts of the set-up screens, each with other words of the field. */
export const partWords: Parts = {
  farms: {
    fazendas: { add: "Nova fazenda", words: "propriedade sítio município fuso nova linha estrada rio" },
    pivos: { add: "Novo pivô", words: "máquina aspersão gotejo linear sistema de irrigação pivô central vazão" },
    setores: { add: "Novo setor", words: "quadrante talhão área fatia" },
    solos: { add: "Novo solo", words: "terra CC PMP capacidade de campo infiltração textura" },
    captacoes: {
      add: "Nova captação",
      words: "captação bomba motobomba poço rio represa açude barragem vazão casa de bombas",
    },
    calibracoes: { add: "Nova calibração", words: "lâmina coletores CUC percentímetro volta cronometrada" },
  },
  config: {
    cliente: { add: null, words: "nome logotipo irrigâmetro hora da decisão" },
    manejo: { add: null, words: "parâmetros ETo margem chuva efetiva limites" },
    tarifas: { add: "Nova tarifa", words: "energia luz ponta fora ponta reservado conta kWh demanda" },
    outorgas: { add: "Nova outorga", words: "licença ana água limite m³ horas por dia" },
    alertas: { add: "Nova regra", words: "alarme aviso notificação silêncio celular quem é avisado escalonamento" },
    webhook: { add: null, words: "WhatsApp SMS sirene integração alerta" },
  },
  device: {
    equipamentos: { add: "Novo equipamento", words: "estação pluviômetro bateria sinal painel telemetria" },
    sensores: { add: "Novo sensor", words: "calibração tensiômetro profundidade" },
    qualidade: { add: null, words: "leituras faltas falhas dados" },
    conectar: { add: null, words: "cadastrar equipamento gateway rádio LoRa integração API" },
    chaves: { add: "Nova chave", words: "gateway leitura planilha Power BI senha do gateway integração" },
    tipos: { add: null, words: "tipo de sensor ícone" },
  },
  balance: {
    safras: { add: "Nova safra", words: "plantio colheita lavoura estádio" },
    coberturas: { add: "Nova cobertura", words: "dossel NDVI foto solo coberto" },
    orcamentos: { add: "Novo orçamento", words: "água da safra limite falta" },
    culturas: { add: "Nova cultura", words: "Kc raiz estádios soja milho feijão algodão cultivo" },
  },
  watering: {
    irrigacoes: { add: "Nova irrigação", words: "histórico registros rega lâmina importar" },
    chuvas: { add: "Nova chuva", words: "histórico registros choveu pluviômetro importar" },
  },
};

/** Buttons for new records on pages without parts. */
export const newRecords = [
  { screen: "monitor", add: "Novo monitor" },
  { screen: "user", add: "Novo usuário" },
  { screen: "usersgroup", add: "Novo grupo" },
] as const;

/** Buttons and panels of pages, with the address that shows them. */
export const panels = [
  {
    page: "irrigameter",
    query: "?plano=1",
    label: "Plano do dia",
    words: "plano em detalhe ordem tarifa captação horário",
  },
  {
    page: "report",
    to: "/report/irrigationmanager#imprimir",
    label: "Imprimir ou PDF",
    words: "relatório folha papel",
  },
  {
    page: "report",
    to: "/report/irrigationmanager#enviar",
    label: "Enviar por e-mail",
    words: "relatório mandar consultor",
  },
  {
    page: "report",
    to: "/report/irrigationmanager?periodo=safra&comparar=safra",
    label: "Comparar com a safra passada",
    words: "safra contra safra histórico ano passado cultura",
  },
  {
    page: "report",
    to: "/report/irrigationmanager?periodo=mes-passado",
    label: "Relatório do mês passado",
    words: "mês consultor",
  },
  { page: "maps", to: "/maps?camada=chuva", label: "Ver no mapa onde choveu", words: "chuva 7 dias" },
  {
    page: "report",
    to: "/report/irrigationmanager?periodo=safra",
    label: "Exportar planilha",
    words: "relatório Excel XLSX CSV backup cópia de segurança",
  },
  {
    page: "setup",
    to: "/setup/farms?parte=fazendas#excluidos",
    label: "Excluídos dos últimos 30 dias",
    words: "lixeira apagados apaguei recuperar restaurar desfazer backup",
  },
] as const;

/** Features of the API without which a dialog is not there. */
export const dialogFeatures: Readonly<Partial<Record<keyof typeof dialogs, ApiFeature>>> = {
  secondFactor: "second-factor",
  sessions: "sessions",
};

/** Dialogs of the shell. */
export const dialogs = {
  password: { label: "Trocar a senha", words: "senha acesso segurança conta" },
  secondFactor: {
    label: "Segundo fator",
    words: "senha segurança código celular aplicativo autenticador 2FA duas etapas",
  },
  sessions: { label: "Meus acessos", words: "sessões aparelhos celular perdido encerrar login" },
  notifications: {
    label: "Notificações",
    words: "alarmes avisos alertas mensagens histórico de alertas sino celular silenciar",
  },
  keys: { label: "Teclas", words: "atalhos teclado" },
} as const;
