const twoDecimals = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 2 });
const shownNumber = (value: unknown) => twoDecimals.format(Number(value));

interface Limits {
  minimum: string;
  maximum: string;
  [limit: string]: unknown;
}
type Words = string | ((limits: Limits) => string);

export const ruleWords: Readonly<Record<string, Words>> = {
  required: "Campo obrigatório.",
  "grossMm.required": "Informe a lâmina, o percentímetro ou as horas.",
  "mm.required": "Informe a lâmina ou o volume.",
  "same-user": "Escolha duas pessoas diferentes.",
  "inactive-user": "Quem assume precisa estar ativo.",
  "two-machines": "Informe a máquina ou a captação, não as duas.",
  "until.before-start": "A volta não pode vir antes da parada.",
  "two-budgets": "Informe só uma quantidade: lâmina, volume, energia ou dinheiro.",
  "budget-too-long": ({ maximum }) => `Um orçamento dura no máximo ${maximum} dias.`,
  "coverPct.required": "Informe a cobertura ou o NDVI.",
  "note.required": "Escreva algo ou tire uma foto.",
  "sectorIds.too-small": "Escolha ao menos um setor.",
  "turn-too-early": "Cada vez vem depois da anterior.",
  "userIds.too-small": "Escolha ao menos uma pessoa.",
  "scope.id.required": "Escolha a fazenda ou o pivô.",
  "too-small": ({ counts, exclusive, minimum }) => {
    if (counts === "characters")
      return minimum === "1" ? "Campo obrigatório." : `Use pelo menos ${minimum} caracteres.`;
    if (counts === "items") return `Informe pelo menos ${minimum}.`;
    return exclusive ? `Deve ser maior que ${minimum}.` : `Deve ser no mínimo ${minimum}.`;
  },
  "too-big": ({ counts, exclusive, maximum }) => {
    if (counts === "characters") return `Use no máximo ${maximum} caracteres.`;
    if (counts === "items") return `Informe no máximo ${maximum}.`;
    return exclusive ? `Deve ser menor que ${maximum}.` : `Deve ser no máximo ${maximum}.`;
  },
  "out-of-range": ({ minimum, maximum }) => `Informe um número de ${minimum} a ${maximum}.`,
  "invalid-type": ({ expected }) =>
    expected === "number" || expected === "int" ? "Informe um número." : "Valor inválido.",
  "two-readings": ({ typed }) => {
    const [thousands, decimal] = [String(typed).replaceAll(".", ""), String(typed).replace(".", ",")];
    return `“${typed}” é ${thousands} ou ${decimal}? Escreva de um destes modos.`;
  },
  "invalid-value": "Escolha uma opção.",
  "invalid-format": ({ format }) =>
    format === "email"
      ? "E-mail inválido."
      : format === "date"
        ? "Data inválida."
        : format === "datetime"
          ? "Data e hora inválidas."
          : "Formato inválido.",
  "wrong-passkey":
    "A biometria não foi cadastrada: a resposta do aparelho não confere, ou chegou tarde. Tente de novo.",
  "wrong-code": "Código incorreto, já usado ou fora do tempo.",
  "trivial-pin": "Este PIN é fácil de adivinhar: repete números ou está em sequência. Escolha outro.",
  "pin.invalid-format": "O PIN tem 6 números.",
  "second-factor-on": "O segundo fator já está ativo.",
  "not-multiple-of": ({ divisor }) => `Deve ser múltiplo de ${divisor}.`,
  "invalid-character": "Tem um caractere que não pode ser gravado.",
  invalid: "Valor inválido.",
  "unknown-field": ({ meant }) => `Campo desconhecido.${meant ? ` O nome é ${meant}?` : ""}`,

  "no-ring": "O contorno precisa de pelo menos três cantos diferentes e de voltar ao primeiro.",
  "several-outlines": "São várias áreas: o contorno de uma fazenda é uma só.",
  swapped: "Latitude e longitude estão trocadas: em GeoJSON a longitude vem antes.",
  crossing: "O contorno cruza a si mesmo. Confira a ordem dos cantos.",
  "outside-brazil": "O contorno está fora do Brasil.",
  "far-from-seat": ({ maximum }) => `O contorno está a mais de ${maximum} da sede da fazenda.`,
  "unit-of-variable": ({ unit }) => `A unidade desta grandeza é ${unit}.`,
  "soil-holds": ({ held, minimum, maximum }) =>
    `CC − PMP é ${shownNumber(held)} % em volume; um solo retém de ${minimum} a ${maximum} %. Confira as unidades.`,
  "flow-of-area": ({ mmDay, minimum, maximum }) =>
    `Com esta vazão e área a máquina aplica ${shownNumber(mmDay)} mm em 24 h; o possível vai de ${minimum} a ${maximum} mm. Confira vazão, raio e área.`,
  "usual-range": ({ minimum, maximum }) =>
    `O usual vai de ${minimum} a ${maximum}. Confira a casa decimal e a unidade.`,
  unusual: ({ minimum, maximum }) => `É isto mesmo? O usual vai de ${minimum} a ${maximum}.`,
  "flowM3h.unusual": ({ value, minimum, maximum }) =>
    `É isto mesmo? Com esta vazão e área são ${shownNumber(value)} mm em 24 h; o usual vai de ${minimum} a ${maximum}.`,
  "crop-under-way": ({ days }) =>
    `A safra está no dia ${shownNumber(days)} após o plantio. Com outra cultura mudam Kc, raiz e déficit desde o plantio, as recomendações e os relatórios.`,
  "beyond-radius": "A última torre não pode passar do raio do pivô.",
  "below-minimum": "O máximo não pode ser menor que o mínimo.",
  "not-below-field-capacity": "O ponto de murcha deve ser menor que a capacidade de campo.",
  "not-below-layer-above": "Cada camada deve terminar abaixo da anterior.",
  "below-initial": "A raiz final não pode ser menor que a inicial.",
  "emergenceDate.before-planting": "A emergência não pode vir antes do plantio.",
  "harvestDate.before-planting": "A colheita deve vir depois do plantio.",
  "harvestDate.too-long": ({ maximum }) => `Uma safra dura no máximo ${maximum} dias.`,
  "start.too-far-ahead": ({ maximum }) => `Programe no máximo ${maximum} dias à frente.`,
  "end.before-start": "O fim não pode vir antes do início.",
  "end.too-long": ({ maximum }) => `Uma irrigação dura no máximo ${maximum} dias.`,
  "to-come": "Este dia ainda não chegou.",
  "day.to-come": "O início não pode estar no futuro.",
  "too-old": "Confira o ano: este dia passou há mais de um ano.",
  "stops-no-machine": "A parada automática vale para uma máquina: escolha o pivô.",
  "stops-no-cause": "A parada automática vale para chuva, vento, baixa pressão e outorga.",
  "one-place": "Informe a fazenda ou o setor onde choveu.",
  "two-places": "Informe a fazenda ou o setor, não os dois.",
  "two-amounts": "Informe a cobertura ou o NDVI, não os dois.",
  "not-doubted": "A chuva deste dia não está em dúvida.",
  "impossible-rain": ({ maximum }) => `Mais de ${maximum} mm em um dia não são aceitos como chuva: registre a chuva.`,
  "offset-of-total": "Um total acumulado não tem deslocamento (a): use 0.",
  "slope-of-total": "O ganho de um total acumulado é positivo.",
  zero: "O ganho da calibração não pode ser zero, nem menor que 0,0001 em módulo.",
  "one-per-sensor": "Informe um peso para cada sensor.",
  "sum-not-one": "A soma dos pesos deve ser 1.",
  "not-ascending": "Os limites devem obedecer: PMP < θc < CC.",
  unique: "Já está em uso.",
  "changed-since": "Foi alterado depois da importação, e ficou como está.",
  "stored-differently": "Já existe com outro valor, e seu grupo não altera registros.",
  "not-found": "O registro indicado não existe neste cliente.",
  "sensorTypeId.not-found": "Este tipo de sensor não existe.",
  "other-farm": "O registro indicado é de outra fazenda.",
  "other-machine": "O setor indicado é de outro pivô.",
  "permissions.beyond-own": "Você não pode conceder direitos que não tem.",
  "groupId.beyond-own": "Este grupo tem direitos que você não tem.",
  "farmIds.beyond-own": "Escolha entre as fazendas que você vê.",
  "wrong-password": "Senha atual incorreta.",
  "next.common-password": "Esta senha está entre as mais usadas e é fácil de adivinhar. Escolha outra.",
  "next.own-name": "A senha não pode ser o seu nome, o seu usuário ou o nome do produto com números. Escolha outra.",
  "userName.look-alike": "Use letras do nosso alfabeto, números e . _ - @ no usuário.",
  "recipients.not-allowed": ({ recipients }) =>
    `Só para usuários deste cliente ou para os domínios liberados em Configurações › Manejo: ${recipients} não está entre eles.`,
  "next.too-small": ({ minimum, maximum }) => `Use de ${minimum} a ${maximum} caracteres.`,
  "too-many-mails": "Muitos e-mails nesta hora. Tente mais tarde.",
  "no-photo": "Esta não é uma foto JPEG inteira.",
  "no-balance": "Não há balanço deste setor nesse dia.",
  "no-adjustment": "Não há ajuste deste setor nesse dia.",
  "above-capacity": ({ maximum }) => `O déficit não pode passar da CAD desse dia (${maximum}).`,
  "no-depth": "A lâmina deve ser maior que 0 mm.",
  "few-cans": ({ minimum }) => `Informe pelo menos ${minimum} coletores com água.`,
  "above-pumped": ({ caughtMm, pumpedMm }) =>
    `Os coletores recebem em média ${shownNumber(caughtMm)} mm, mais do que os ${shownNumber(pumpedMm)} mm que a máquina bombeia nessa posição do painel. Confira as leituras (mm, não mL), a posição, a vazão, o tempo da volta e a área.`,
  "measured-no-panel": "Neste sistema só a vazão pode ser medida.",
  "no-panel": "Informe a lâmina; este sistema não tem percentímetro.",
  "no-basal-coefficients": "A cultura não tem os coeficientes basais (Kcb) que o método dual pede.",
  "no-degree-days": "A cultura não tem a temperatura-base e as durações em graus-dia que este método pede.",
  "already-active": "Este setor já tem uma safra ativa.",
  "stages.overlap": ({ collisions, more }) => {
    const shown = (day: string) => day.split("-").reverse().join("/");
    const named = (collisions as { sector: string; season: string; next: string }[]).map(
      ({ sector, season, next }) => `${sector}: a safra de ${shown(season)} cobriria a de ${shown(next)}`,
    );
    return `Com estes estádios, ${named.join("; ")}${more ? ` e mais ${more}` : ""}. Registre antes a colheita.`;
  },
  "plantingDate.overlap": "As datas coincidem com outra safra deste setor.",
  "before-from": "O fim do período não pode vir antes do início.",
  "not-after-from": "O fim deve ser depois do início.",
  "from.too-long": ({ maximum }) => `O período não pode passar de ${maximum} dias.`,
  "to.too-long": "Período longo demais.",
  "invalid-moment": "Informe data e hora em ISO-8601.",
  "IDs.too-big": ({ maximum }) => `Escolha no máximo ${maximum} sensores.`,
  "too-many-points": "Período longo demais para este intervalo. Escolha um maior.",
  "windows.overlap": ({ one, other }) => `As janelas ${one} e ${other} se cobrem.`,
};
