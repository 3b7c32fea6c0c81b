import type { WebhookFault } from "@lamina/shared/views/webhook";

/** Words of the webhook's outcomes. */
export const text = {
  testOk: (status: number) => `Chegou: o endereço respondeu ${status}.`,
  testFailed: (reason: string) => `Não chegou: ${reason}.`,
  success: (age: string) => `Último envio com sucesso ${age}`,
  never: "Nenhum envio com sucesso ainda",
  fault: (age: string, reason: string) => `Última falha ${age}: ${reason}`,
  status: (status: string) => `o endereço respondeu ${status}`,
  faults: {
    status: "o endereço recusou",
    "private-address": "o endereço não é público",
    "no-address": "o nome do endereço não existe",
    certificate: "o certificado não é válido",
    timeout: "o endereço não respondeu a tempo",
    "no-connection": "sem conexão com o endereço",
    off: "o envio está desligado",
  } satisfies Record<WebhookFault, string>,
} as const;
