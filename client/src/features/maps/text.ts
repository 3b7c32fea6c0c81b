/** Words of the map. */
export const text = {
  title: "Mapas",
  devices: { title: "Equipamentos deste cliente" },
} as const;
