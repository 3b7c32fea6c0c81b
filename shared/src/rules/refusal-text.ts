import type { Refusal, RefusalId } from "./refusals.ts";

/** What was wrong, and what the owner of the device does about it. */
interface RefusalWords {
  what: string;
  remedy: string;
}

/** The words of every refusal, on the device's page and in files. */
const refusalText: Readonly<Record<RefusalId, RefusalWords>> = {
  "not-json": {
    what: "A mensagem não é um JSON válido.",
    remedy: "Confira aspas, vírgulas e chaves no programa que envia.",
  },
  "not-utf8": { what: "A mensagem não está em UTF-8.", remedy: "Envie o texto em UTF-8, sem compactar." },
  "message-too-large": { what: "A mensagem passa de 1 MiB.", remedy: "Envie as leituras em mensagens menores." },
  "too-many-readings": {
    what: "A mensagem tem mais de 2.000 leituras.",
    remedy: "Divida as leituras em mensagens menores.",
  },
  "too-many-devices": {
    what: "A mensagem traz mais de 50 equipamentos.",
    remedy: "Divida os equipamentos em mensagens menores.",
  },
  "other-serial": {
    what: "A mensagem traz o número de série de outro equipamento.",
    remedy: "Cada equipamento publica só com o seu número de série: confira tópico e usuário.",
  },
  "unknown-topic": {
    what: "Este tópico não é lido.",
    remedy: "Publique em devices/{número de série}/readings ou devices/{número de série}/pivot, sem barra no início.",
  },
  "wrong-shape": {
    what: "A mensagem não tem a forma esperada.",
    remedy: "Envie um objeto com a lista readings, ou crie uma chave de gateway com um mapeamento.",
  },
  "lorawan-uplink": {
    what: "Esta é a mensagem inteira da rede LoRaWAN.",
    remedy: "Aponte o webhook da rede para o endereço de uma chave de gateway, que lê esta forma.",
  },
  "no-readings": {
    what: "Nenhuma leitura foi encontrada na mensagem.",
    remedy: "Envie a lista readings, ou crie uma chave de gateway com um mapeamento dos campos.",
  },
  "not-an-uplink": {
    what: "A mensagem da rede não traz medidas (entrada na rede, confirmação ou estado).",
    remedy: "Nada a fazer; no webhook deixe marcadas só as mensagens de uplink.",
  },
  "not-decoded": {
    what: "A rede enviou os bytes do sensor sem decodificar.",
    remedy: "Instale na rede LoRaWAN o decodificador (payload formatter ou codec) do fabricante.",
  },
  "no-serial": {
    what: "A mensagem não diz de que equipamento é.",
    remedy: "Envie serial, ou escolha na chave o equipamento a que ela pertence.",
  },
  "unknown-serial": {
    what: "Nenhum equipamento tem este número de série.",
    remedy: "Cadastre o equipamento com este número de série.",
  },
  "several-devices": {
    what: "O número de série pode ser de vários equipamentos.",
    remedy: "Escolha o equipamento em Mensagens sem equipamento.",
  },
  "not-of-key": {
    what: "A chave não vale para este equipamento.",
    remedy: "Use a chave deste equipamento, ou uma chave de gateway do cliente.",
  },
  "no-pivot": {
    what: "O equipamento não é o painel de um pivô.",
    remedy: "Escolha o pivô no cadastro do equipamento.",
  },
  "device-quota": {
    what: "O equipamento chegou ao limite de leituras por dia.",
    remedy:
      "Novas leituras são aceitas a partir de 0h UTC (21h de Brasília). Confira o intervalo de envio do equipamento.",
  },
  "client-quota": {
    what: "Os equipamentos do cliente chegaram juntos ao limite de leituras por dia.",
    remedy: "Novas leituras são aceitas a partir de 0h UTC (21h de Brasília). Procure o equipamento que envia demais.",
  },
  "not-an-object": { what: "A leitura não é um objeto.", remedy: 'Envie {"variable", "date", "value"}.' },
  "misspelled-field": { what: "O nome do campo está escrito errado.", remedy: "Corrija o nome no programa que envia." },
  "missing-field": { what: "Falta um campo da leitura.", remedy: "Envie variable, date e value em cada leitura." },
  "unknown-variable": {
    what: "O equipamento não tem sensor desta grandeza.",
    remedy: "Cadastre o sensor, se esta medida interessa.",
  },
  "no-such-variable": {
    what: "Esta grandeza não existe.",
    remedy: "Use um dos nomes da lista, com maiúsculas e minúsculas como nela.",
  },
  "unknown-depth": {
    what: "O equipamento não tem sensor nesta profundidade.",
    remedy: "Envie depthCm de um sensor cadastrado, ou cadastre o sensor desta profundidade.",
  },
  "not-a-date": {
    what: "A data não pôde ser lida.",
    remedy: "Envie a data como 2026-05-14T12:15:00Z.",
  },
  "no-zone": {
    what: "A data não diz o fuso horário.",
    remedy: "Acrescente Z (UTC) ou o fuso, como -03:00, ao fim da data.",
  },
  "not-a-number": { what: "O valor não é um número.", remedy: "Envie o valor como número, sem aspas e com ponto." },
  "no-value": {
    what: "O sensor não mediu: o campo traz a marca de valor ausente.",
    remedy: "Confira o sensor e o cabo. As outras medidas da mensagem foram lidas.",
  },
  "wrong-unit": { what: "A unidade não serve para esta grandeza.", remedy: "Envie uma das unidades da lista." },
  "wrong-value": { what: "O valor do campo está fora do permitido.", remedy: "Confira o campo no programa que envia." },
  "clock-skew": { what: "A data está no futuro.", remedy: "Acerte o relógio e o fuso do equipamento." },
  "too-old": { what: "A data é antiga demais.", remedy: "Acerte o relógio do equipamento." },
  "too-large": { what: "O valor é grande demais.", remedy: "Confira o sensor e a unidade." },
  unstorable: {
    what: "O banco de dados não aceitou a leitura.",
    remedy: "Envie este conteúdo a quem cuida do servidor.",
  },
};

/** Words of a refusal; another API may have reasons of its own. */
export function refusalWords(id: string): RefusalWords {
  const known: Readonly<Record<string, RefusalWords>> = refusalText;
  return known[id] ?? { what: `Leitura recusada (${id}).`, remedy: "" };
}

/** A refusal of a message, or of its reading at an index. */
interface RefusedPart extends Omit<Refusal, "id"> {
  id: string;
  index?: number | undefined;
}

/** A refusal as one sentence: what was wrong, where in the message, what came and what is accepted. */
export function refusalSentence({ id, index, field, sent, expected }: RefusedPart): string {
  const details = [
    index !== undefined && `leitura ${index + 1}`,
    field && `campo ${field}`,
    sent && `veio ${sent}`,
    expected && `espera-se ${expected}`,
  ].filter(Boolean);
  const { what } = refusalWords(id);
  return details.length > 0 ? `${what.replace(/\.$/, "")} (${details.join("; ")}).` : what;
}
