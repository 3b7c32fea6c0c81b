/** Words of the set-up. */
export const text = {
  title: "Configurações",
  tabs: {
    farms: "Fazendas",
    config: "Configurações",
    device: "Equipamentos",
    monitor: "Monitores",
    balance: "Safra e balanço",
    watering: "Irrigações",
    user: "Usuários",
    usersgroup: "Grupos de usuários",
  },
  devices: { title: "Equipamentos deste cliente" },
} as const;
