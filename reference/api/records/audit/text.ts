/** Reasons that the product itself writes into the audit. */
export const auditReasons = {
  wentAlong: "Excluído junto com o registro de que dependia.",
  leftOut: "Atualizado: um registro que ele citava foi excluído ou mudou de fazenda.",
  restored: "Restaurado dos excluídos.",
  personLeft: "Atualizado: uma pessoa que ele chamava não é mais usuária.",
  permitEnded: "Encerrada: os sistemas que ela cobria foram excluídos ou mudaram de fazenda.",
  forgotten: "Apagado o que é anterior ao prazo de guarda desta instalação.",
  invited: "Convite para definir a senha",
  secondFactorOn: "Segundo fator ativado",
  secondFactorOff: "Segundo fator desativado",
  secondFactorReset: "Segundo fator removido por quem administra os usuários",
  pinSet: "PIN dos comandos definido",
  pinEnded: "PIN dos comandos removido",
  pinReset: "PIN dos comandos removido com a senha ou o segundo fator",
  pinLocked: "PIN dos comandos bloqueado: errado vezes demais",
  passkeyAdded: "Biometria de um aparelho adicionada",
  passkeyEnded: "Biometria de um aparelho removida",
  passkeysReset: "Biometria dos aparelhos removida com a senha ou o segundo fator",
  recoveryCodeUsed: "Entrada com código de recuperação",
  passwordByInvitation: "Senha definida com convite",
  newDeviceSecret: "Novo segredo do equipamento",
  endedDeviceSecret: "Segredo do equipamento revogado",
  newGatewayKey: "Nova chave do gateway",
  endedGatewayKey: "Chave do gateway revogada",
  weatherLinkSet: "Lido da WeatherLink, com a chave do dono",
  weatherLinkEnded: "Não é mais lido da WeatherLink",
  newWebhookSecret: "Novo segredo do webhook",
  replacedByHand: "Substituída pelo registro manual.",
  calibrated: "Recalculada com a calibração da máquina.",
  otherEfficiency: "Lâmina líquida recalculada com a eficiência da máquina.",
  runByPanel: "Executada: registrada pelo painel.",
  explainedByIrrigation: "Explicada por irrigação registrada.",
  explainedByRain: "Explicada por chuva registrada.",
  meterAgrees: "Encerrada: o medidor e o painel concordam nessa semana.",
  pastWeather: "Clima diário importado de um arquivo ou serviço.",
} as const;

/** Reason of the days that are computed again after a fact of their farm changed. */
export const recomputedReason = (days: number, changed: number) =>
  `Recalculados ${days} dias de clima por causa da mudança: a ETo mudou em ${changed}.`;

/** Reason of a device's corrected clock. */
export const clockCorrectedReason = (moved: number) =>
  moved > 0 ? `Relógio corrigido, também em ${moved} leituras gravadas.` : "Relógio corrigido a partir de agora.";
