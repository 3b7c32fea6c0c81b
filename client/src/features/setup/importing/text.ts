import { formatNumber } from "../../../ui/format.ts";

type Counts = Readonly<Record<"inserted" | "changed" | "duplicate", number>>;

/** Names of columns may be whole paragraphs. */
const short = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

const counted = (count: number, one: string, many: string) => `${formatNumber(count, 0)} ${count === 1 ? one : many}`;

export const text = {
  import: "Importar arquivo",
  files: "Arquivos e mapas",
  yes: "Sim",
  no: "Não",
  code: "Código",
  importOf: (title: string) => `Importar ${title.toLowerCase()}`,
  exportToEdit: "Exportar para editar",
  editName: "cadastro",
  timeParts: { hora: "Hora", ano: "Ano", mes: "Mês", dia: "Dia do mês", diaDoAno: "Dia do ano" },
  choose: "Planilha ou arquivo",
  chooseFile: "Escolher arquivo",
  noFile: "Nenhum arquivo escolhido",
  hint: "CSV, texto, Excel (.xlsx, .xls), LibreOffice (.ods), JSON de um serviço de clima ou .zip com uma destas.",
  columns: "Colunas e palavras",
  column: (index: number, name: string) => `${index + 1}ª ${name ? `“${short(name)}”` : "sem nome"}`,
  required: "obrigatória",
  words: (words: readonly string[]) => words.join("; "),
  template: "Baixar modelo",
  templateName: "modelo",
  paste: "Ou cole aqui as células copiadas da planilha",
  pasted: "Células coladas",
  sheet: "Folha da pasta",
  reading: (rows: number) => `Lendo: ${formatNumber(rows, 0)} linhas`,
  mapping: "Como o arquivo foi lido",
  inFile: "Coluna do arquivo",
  sample: "Primeiro valor",
  use: "É",
  unit: "Unidade",
  depth: "Profundidade (cm)",
  notImported: "Não importar",
  choice: "Escolha",
  forAll: (label: string) => `${label}, em todas as linhas`,
  order: "Datas escritas como",
  orders: { dmy: "dia/mês/ano", mdy: "mês/dia/ano" },
  unsureOrder: (order: string) =>
    `As datas deste arquivo servem a duas leituras; foram lidas como ${order}. Confira nas primeiras linhas, e mude em “Como o arquivo foi lido”.`,
  zone: "Horas escritas em",
  zones: {
    "": "horário da fazenda",
    UTC: "UTC",
    "-02:00": "UTC−2 (Noronha)",
    "-03:00": "UTC−3 (Brasília)",
    "-04:00": "UTC−4 (Manaus, Cuiabá)",
    "-05:00": "UTC−5 (Rio Branco)",
  },
  otherZone: (offset: string) => `UTC${offset}`,
  unclear: (label: string, columns: readonly string[]) =>
    `${columns.join(" e ")} podem ser “${label}”. Escolha abaixo qual delas é.`,
  doubts: {
    unit: (label: string, from: string, outside: number, own: string) =>
      `${label}: ${formatNumber(outside, 0)} % dos valores não cabem em ${own}, e cabem em ${from}.`,
    fraction: (label: string) => `${label}: os valores são frações (0 a 1), e foram lidos como m³/m³.`,
    american:
      "Os valores parecem americanos (°F, mph, polegadas, inHg), e o arquivo não escreve as unidades de todas as colunas.",
    readAmerican: "Ler em unidades americanas",
    unknownUnit: (label: string, written: string, unit: string) =>
      `${label}: a unidade “${written}” não é conhecida, e os valores foram lidos em ${unit}. Se for outra, mude em “Como o arquivo foi lido”.`,
    readAs: (unit: string) => `Ler em ${unit}`,
    counter: (label: string) =>
      `${label} só cresce: parece o total de um contador, que contaria a mesma chuva em cada linha.`,
    readTotal: "Ler como total acumulado",
    late: (hours: number) =>
      `O sol deste arquivo passa ${formatNumber(Math.abs(hours), 0)} h ${hours > 0 ? "depois" : "antes"} do meio-dia da fazenda: as horas parecem escritas em outro fuso.`,
    readZone: (zone: string) => `Ler as horas em ${zone}`,
    summary:
      "Este arquivo é de um gráfico: cada linha resume as leituras de uma hora (médias; somas de chuva), e não é uma leitura. Para levar as leituras, exporte o gráfico no passo “Leituras”, ou use uma chave de leitura.",
    daily: "Há uma linha por dia. Totais e extremos do dia entram por Importar clima diário, na lista de fazendas.",
    hourly: (rows: number) =>
      `Há até ${formatNumber(rows, 0)} linhas do mesmo dia, e só a última de cada dia ficaria. Leituras de cada hora entram por Importar leituras, em Equipamentos.`,
  },
  empty: (count: number) =>
    count === 1
      ? "1 valor marcado como falta ficou de fora"
      : `${formatNumber(count, 0)} valores marcados como falta ficaram de fora`,
  reasons: (reasons: readonly (readonly [reason: string, rows: number])[]) =>
    reasons.map(([reason, rows]) => `${formatNumber(rows, 0)} × ${reason}`).join(" "),
  continues: (sent: number, rows: number) =>
    `Este arquivo já começou a ser importado neste aparelho: ${formatNumber(sent, 0)} de ${formatNumber(rows, 0)} linhas foram enviadas. A importação continua de onde parou.`,
  unreadable: "O arquivo não pôde ser lido.",
  refused: {
    "too-large": "O arquivo é grande demais. Divida-o em partes de até 100 MB.",
    empty: "O arquivo está vazio.",
    campbell:
      "Isto é um arquivo binário da Campbell (TOB). Converta-o para TOA5 (texto) no LoggerNet, com o CardConvert ou o Split.",
    weatherlink: "Isto é o arquivo interno do WeatherLink. Nele, use Exportar registros para salvar um texto (.txt).",
    "too-many-cells":
      "A folha tem células demais, até fora dos dados. Copie só a tabela para uma pasta nova e salve-a.",
    protected: "A pasta tem senha. Salve uma cópia sem senha.",
    zip: "O arquivo compactado (.zip) não tem planilha, ou tem mais de 30. Descompacte-o e escolha a que interessa.",
    map: "Isto é um mapa, não uma tabela. Use Importar mapa, na lista de fazendas ou de pivôs.",
    json: "Este arquivo JSON não tem uma lista de registros. Exporte os dados como CSV ou Excel.",
    drawing:
      "Isto é um desenho do AutoCAD (DXF ou DWG), que não diz onde fica. Peça-o como KML ou shapefile, e use Importar mapa.",
    pdf: "Isto é um PDF. Peça os dados como CSV ou Excel, ou copie a tabela e cole-a aqui.",
    image: "Isto é uma imagem. Peça os dados como CSV ou Excel.",
    binary: "Isto não é uma tabela. Escolha um arquivo CSV, de texto, .xlsx ou .ods.",
    broken: "O arquivo está danificado ou incompleto. Salve-o de novo e tente outra vez.",
    bomb: "O arquivo compactado ficaria grande demais ao abrir, e por isso não foi aberto.",
    path: "O arquivo compactado contém um caminho para fora dele, e por isso não foi aberto.",
  },
  unknown: (names: readonly string[]) => `Colunas ignoradas: ${names.map(short).join(", ")}.`,
  missing: (names: readonly string[]) => `Faltam colunas obrigatórias: ${names.join(", ")}.`,
  ready: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "linha pronta" : "linhas prontas"}`,
  bad: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "linha com problema" : "linhas com problema"}`,
  repair: (count: number) =>
    count === 1 ? "Baixar a linha com problema" : `Baixar as ${formatNumber(count, 0)} linhas com problema`,
  repairHint: "Corrija no arquivo baixado e importe-o: só estas linhas faltam.",
  repairName: "linhas-com-problema",
  shown: (count: number) => `Aqui estão as primeiras ${formatNumber(count, 0)}; o arquivo baixado tem todas.`,
  preview: "Primeiras linhas",
  unusual: (count: number) =>
    `${counted(count, "valor fora do usual", "valores fora do usual")}: confira antes de importar`,
  problems: "Linhas com problema",
  notFound: (cell: string) => `“${cell}” não está cadastrado.`,
  line: "Linha",
  lineOf: (line: number) => `Linha ${line}`,
  field: "Campo",
  problem: "Problema",
  send: (count: number) => `Importar ${formatNumber(count, 0)}`,
  cancel: "Cancelar",
  close: "Fechar",
  sending: (sent: number, all: number) => `Importando: ${formatNumber(sent, 0)} de ${formatNumber(all, 0)} linhas`,
  taken: "O arquivo já foi entregue: pode fechar, e a importação continua.",
  stop: "Parar",
  stopped: "A importação parou. O que já entrou fica; continue quando quiser: nada entra duas vezes.",
  resume: "Continuar importação",
  done: ({ inserted, changed, duplicate }: Counts) =>
    `${[
      counted(inserted, "importada", "importadas"),
      ...(changed > 0 ? [counted(changed, "alterada", "alteradas")] : []),
      ...(duplicate > 0 ? [counted(duplicate, "já existia", "já existiam")] : []),
    ].join(", ")}.`,
  foreseen: ({ inserted, changed, duplicate }: Counts, compared: number, all: number) =>
    `${compared < all ? `As primeiras ${formatNumber(compared, 0)} linhas, comparadas` : "Comparado"} com o que já está gravado: ${[
      counted(inserted, "linha nova", "linhas novas"),
      counted(changed, "altera um registro", "alteram registros"),
      counted(duplicate, "igual, nada muda", "iguais, nada muda"),
    ].join("; ")}.`,
  conflicting: (count: number) =>
    count === 1
      ? "1 linha tem outro valor no mesmo lugar e dia de um registro que já existe: entra como mais um registro. Se for correção, altere o registro."
      : `${formatNumber(count, 0)} linhas têm outro valor no mesmo lugar e dia de registros que já existem: entram como mais registros. Se forem correções, altere os registros.`,
  contradictions: (count: number) =>
    count === 1
      ? "1 linha diz outra coisa que um registro gravado."
      : `${formatNumber(count, 0)} linhas dizem outra coisa que registros gravados.`,
  chooseVersion: "Nada muda antes de importar. Escolha o que vale, linha por linha ou para todas.",
  twoValues: (field: string, stored: string, mine: string) => `${field}: gravado ${stored}; no arquivo ${mine}`,
  versions: {
    file: "Vale o arquivo: altera o registro gravado",
    stored: "Vale o gravado: a linha não entra",
    both: "Ficam os dois: a linha entra como mais um registro",
  },
  allRows: { file: "Em todas vale o arquivo", stored: "Em todas vale o gravado", both: "Em todas ficam os dois" },
  contradictionsShown: (count: number) =>
    `As primeiras ${formatNumber(count, 0)} estão na lista. A escolha para todas vale também para as outras.`,
  unforeseen: "Não foi possível comparar com o que já está gravado.",
  unreached: "Sem conexão.",
  undo: "Desfazer importação",
  undoSure: "Desfazer mesmo: apaga o que entrou e devolve o que mudou",
  undone: (count: number, stay: number) =>
    `${counted(count, "registro desfeito", "registros desfeitos")}.${stay > 0 ? ` ${counted(stay, "ficou como está", "ficaram como estão")}:` : ""}`,
  recent: "Importações dos últimos 30 dias",
  recentOf: (date: string, who: string, kinds: string, inserted: number, changed: number) =>
    `${date}, ${who}: ${kinds}, ${counted(inserted, "importado", "importados")}, ${counted(changed, "alterado", "alterados")}`,
  kinds: {
    Watering: "irrigações",
    Rain: "chuvas",
    CanopyObservation: "coberturas",
    Farm: "fazendas",
    Pivot: "pivôs",
    PivotSector: "setores",
    Soil: "solos",
    Crop: "culturas",
    Season: "safras",
    Device: "equipamentos",
    User: "usuários",
    Reading: "leituras",
    WeatherDaily: "clima diário",
  },
  noRecent: "Nenhuma.",
  recentFailed: "A lista das importações não pôde ser carregada.",
  wasUndone: "desfeita",
  failed: "A importação parou. Tente de novo: ela continua de onde parou, e nada entra duas vezes.",
} as const;
