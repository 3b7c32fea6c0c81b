export const text = {
  time: "Hora",
  none: "–",
  remove: (name: string) => `Remover ${name}`,
  noOptions: "Nada para escolher ainda.",
} as const;
