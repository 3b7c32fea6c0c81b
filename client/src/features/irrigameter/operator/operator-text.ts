/** Words of the operator's home. */
export const operatorText = {
  title: "Minha lista de hoje",
  now: "Agora",
  next: "Depois",
  nothing: "Nenhuma máquina para ligar hoje.",
  choose: (name: string) => `Mostrar ${name}`,
  irrigated: "Irriguei",
  rain: "Choveu",
  open: "Ver pivô",
  passes: (count: string, single: boolean) => `${count} ${single ? "volta" : "voltas"}`,
} as const;
