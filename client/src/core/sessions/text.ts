export const text = {
  title: "Meus acessos",
  hint: "Aparelhos em que você entrou e não saiu. Encerre os que não reconhece e troque a senha.",
  current: "este aparelho",
  unknown: "Outro programa",
  since: (start: string, renewed: string) => `Desde ${start} · último uso ${renewed}`,
  end: "Encerrar",
  endNamed: (device: string) => `Encerrar o acesso de ${device}`,
  endOthers: "Encerrar todos os outros",
  ended: "Acesso encerrado.",
  notEnded: "O acesso não foi encerrado. Confira a conexão e tente de novo.",
  failed: "Não foi possível carregar os acessos",
} as const;
