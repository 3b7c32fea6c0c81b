/** Words of what hinders a restoration. */
export const deletedText = {
  record: "o registro de que dependia",
  parents: {
    farms: "a fazenda",
    pivots: "o pivô",
    pivot_sectors: "o setor",
    soils: "o solo",
    crops: "a cultura",
    devices: "o equipamento",
    clients: "o cliente",
  },
  restoreFirst: (kind: string, name: string) => `Restaure antes ${kind} ${name}, que também foi excluído(a).`,
  isGone: (kind: string) => `Não existe mais ${kind}: não há onde restaurar.`,
} as const;
