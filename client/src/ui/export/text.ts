export const text = {
  export: "Exportar",
  csv: "CSV (planilha)",
  xlsx: "Excel (XLSX)",
  png: "Imagem (PNG)",
  send: "Compartilhar o Excel…",
  waits: "Esperando o resto dos dados: o arquivo terá todos.",
  failed: "Não foi possível gerar o arquivo. Tente novamente.",
} as const;
