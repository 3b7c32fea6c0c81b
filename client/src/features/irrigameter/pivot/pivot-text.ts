/** Words of the page of a pivot. */
export const pivotText = {
  back: "Irrigâmetro",
  open: "Página do pivô",
  unknown: "Este pivô não existe, ou não é deste cliente",
} as const;
