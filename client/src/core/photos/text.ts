export const text = {
  add: "Incluir foto",
  replace: "Trocar foto",
  remove: "Remover foto",
  preview: "Foto deste registro",
  preparing: "Preparando a foto…",
  added: "Foto incluída",
  unreadable: "Este arquivo não é uma foto que este aparelho saiba ler.",
  open: (about: string) => `Abrir foto: ${about}`,
  photoOf: (about: string) => `Foto: ${about}`,
  missing: "foto indisponível agora",
  loading: "carregando foto…",
} as const;
