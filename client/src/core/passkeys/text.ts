export const text = {
  use: "Usar a biometria deste aparelho",
  notUsed: "A biometria não confirmou. Tente de novo, ou confirme de outro modo.",
} as const;
