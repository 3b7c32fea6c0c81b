import { screenTitles } from "@lamina/shared/screens/text";

/** Words of user groups. */
export const text = {
  words: {
    one: "Grupo",
    many: "Grupos de usuários",
    add: "Novo grupo",
    theOne: "o grupo",
    empty: "Nenhum grupo cadastrado",
    emptyHint: "O grupo diz o que seus usuários podem ver e fazer em cada tela.",
  },
  identity: "Grupo",
  name: "Nome",
  kind: "Tipo",
  builtIn: "Padrão",
  own: "Deste cliente",
  users: "Usuários",
  seen: "Telas visíveis",
  rights: "Direitos",
  rightsHint: "Criar, editar e excluir incluem ver. O título da linha ou da coluna marca ou desmarca tudo.",
  screen: "Tela",
  actions: { view: "Ver", create: "Criar", edit: "Editar", remove: "Excluir" },
  cell: (action: string, screen: string) => `${action}: ${screen}`,
  wholeRow: (screen: string) => `Tudo em ${screen}`,
  wholeColumn: (action: string) => `${action} em todas as telas`,
  builtInNote: "Este grupo é padrão em todos os clientes e não muda. Duplique-o para ter o seu.",
  screens: {
    irrigameter: screenTitles.irrigameter.title,
    forecast: screenTitles.forecast.title,
    charts: screenTitles.charts.title,
    report: screenTitles.report.title,
    maps: screenTitles.maps.title,
    alerts: "Alertas",
    ...screenTitles.setup.pages,
    config: "Configurações",
    watering: "Irrigações e chuvas",
  },
} as const;
