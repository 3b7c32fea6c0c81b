/** One section of the policy: paragraphs, and an optional list of points. */
interface PolicySection {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly { term?: string; words: string }[];
}

/** The controller of an installation's personal data. */
interface PrivacyContact {
  controller: string;
  officer: string;
  contact: string;
}

/** Default controller, for an installation without a configured one. */
export const DEFAULT_CONTACT: PrivacyContact = {
  controller: "a empresa que lhe forneceu o acesso ao Lâmina",
  officer: "o encarregado indicado por essa empresa",
  contact: "o canal de atendimento em que você recebeu o seu usuário",
};

export const text = {
  title: "Política de privacidade",
  updated: "Versão de 23 de novembro de 2026",
  contents: "Nesta página",
  home: "Ir para o Lâmina",
  lead: "O Lâmina existe para manejar a irrigação, e trata apenas os dados pessoais de que precisa para isso. Esta página diz quais são, para quê, por quanto tempo e como exercer os seus direitos, de acordo com a Lei Geral de Proteção de Dados (Lei nº 13.709/2018, LGPD).",
} as const;

/** The policy's text. Laws are cited by article so that each statement can be checked. */
export function policySections({ controller, officer, contact }: PrivacyContact): readonly PolicySection[] {
  return [
    {
      id: "controlador",
      title: "1. Quem responde pelos seus dados",
      paragraphs: [
        `O controlador (art. 5º, VI) é ${controller}. Ele decide quem tem acesso, a quais fazendas e com que finalidade.`,
        "Quem opera o sistema em nome do controlador é operador (art. 5º, VII) e trata os dados somente conforme as instruções dele.",
      ],
    },
    {
      id: "dados",
      title: "2. Quais dados são tratados",
      paragraphs: ["Não são pedidos nem tratados dados pessoais sensíveis (art. 5º, II). São tratados:"],
      points: [
        { term: "Cadastro", words: "nome, nome de usuário, e-mail, celular, grupo e fazendas permitidas." },
        {
          term: "Acesso",
          words:
            "senha (guardada somente como resumo criptográfico), data e hora de entrada, último acesso e endereço IP.",
        },
        {
          term: "Uso",
          words:
            "páginas abertas e chamadas feitas ao servidor (caminho, resultado e duração, sem o conteúdo enviado).",
        },
        {
          term: "Registros de manejo",
          words: "irrigações, chuvas, ajustes, anotações, fotos e alarmes assumidos, com o nome de quem os lançou.",
        },
        {
          term: "Localização",
          words: "a posição do aparelho, apenas se você tocar em “minha posição” no mapa; não é enviada ao servidor.",
        },
      ],
    },
    {
      id: "finalidades",
      title: "3. Para quê e com que base legal",
      paragraphs: ["Cada finalidade tem a sua base no art. 7º da LGPD:"],
      points: [
        { term: "Dar acesso e mostrar as fazendas permitidas", words: "execução de contrato (inciso V)." },
        { term: "Calcular e registrar o manejo da irrigação", words: "execução de contrato (inciso V)." },
        {
          term: "Enviar notificações e alarmes",
          words: "consentimento (inciso I), dado no aparelho e revogável nele.",
        },
        {
          term: "Proteger contas, prevenir fraude e corrigir falhas",
          words: "legítimo interesse (inciso IX), limitado ao necessário.",
        },
        {
          term: "Guardar registros de acesso e de uso da água",
          words: "obrigação legal (inciso II): art. 15 da Lei nº 12.965/2014 e condições da outorga.",
        },
      ],
    },
    {
      id: "compartilhamento",
      title: "4. Com quem são compartilhados",
      paragraphs: [
        "Com as pessoas autorizadas pelo controlador a ver as mesmas fazendas; com prestadores de hospedagem e de telecomunicação que sustentam o serviço, sob contrato; e com autoridades, quando a lei obriga.",
        "Os dados não são vendidos, não servem a publicidade e não alimentam decisões automatizadas sobre pessoas. As recomendações de irrigação são sobre o solo, a cultura e o clima.",
        "Se você permitir notificações, os avisos chegam pelo serviço do seu navegador ou celular (como os de Google, Apple, Mozilla ou Microsoft), com o texto cifrado até o navegador.",
        "O mapa pode buscar imagens de satélite em um provedor externo, que recebe o endereço IP do aparelho e a área exibida. Se houver transferência internacional, ela segue o art. 33 da LGPD.",
      ],
    },
    {
      id: "retencao",
      title: "5. Por quanto tempo",
      paragraphs: [],
      points: [
        { term: "Cadastro", words: "enquanto o acesso existir e até 5 anos depois, para o exercício de direitos." },
        { term: "Registros de acesso", words: "6 meses (art. 15 da Lei nº 12.965/2014)." },
        {
          term: "Registros de manejo",
          words:
            "enquanto durar o contrato do cliente e os prazos da outorga; depois, sem identificação de quem lançou.",
        },
        { term: "Endereço do aparelho para avisos", words: "até sair, ou 60 dias sem abrir o aplicativo." },
        { term: "No seu aparelho", words: "até sair, ou até apagar os dados do navegador ou do aplicativo." },
      ],
    },
    {
      id: "direitos",
      title: "6. Os seus direitos",
      paragraphs: ["A qualquer momento e sem custo, você pode pedir ao controlador (art. 18 da LGPD):"],
      points: [
        { words: "a confirmação de que os seus dados são tratados, e o acesso a eles;" },
        { words: "a correção do que estiver incompleto, inexato ou desatualizado;" },
        { words: "a anonimização, o bloqueio ou a eliminação do que for desnecessário ou excessivo;" },
        { words: "a portabilidade a outro fornecedor;" },
        { words: "a eliminação dos dados tratados com o seu consentimento;" },
        { words: "a informação sobre com quem os dados foram compartilhados;" },
        { words: "a informação sobre poder não consentir, e o que acontece então;" },
        { words: "a revogação do consentimento, e a oposição a um tratamento irregular." },
      ],
    },
    {
      id: "seguranca",
      title: "7. Como são protegidos",
      paragraphs: [
        "A comunicação é cifrada (TLS). As senhas são guardadas com função de resumo própria para senhas. Cada usuário vê apenas os clientes e as fazendas que lhe foram liberados, a sessão expira, e tentativas repetidas de entrada são bloqueadas.",
        "Havendo incidente com risco relevante, o controlador comunica os titulares e a Autoridade Nacional de Proteção de Dados (art. 48).",
      ],
    },
    {
      id: "aparelho",
      title: "8. O que fica no seu aparelho",
      paragraphs: [
        "O Lâmina não usa cookies de rastreamento. Para funcionar, inclusive sem sinal no campo, guarda no aparelho: a chave da sessão, o cliente selecionado, a aparência escolhida, a última cópia dos dados exibidos e os registros que ainda não puderam ser enviados.",
        "Sair apaga a chave da sessão. Registros ainda não enviados permanecem até serem enviados por quem os lançou.",
      ],
    },
    {
      id: "contato",
      title: "9. Encarregado e contato",
      paragraphs: [
        `O encarregado pelo tratamento de dados pessoais (art. 41) é ${officer}. Fale com ele por ${contact}.`,
        "Se a resposta não lhe bastar, você pode peticionar à Autoridade Nacional de Proteção de Dados: www.gov.br/anpd.",
      ],
    },
    {
      id: "alteracoes",
      title: "10. Alterações desta política",
      paragraphs: [
        "Mudanças são publicadas nesta página, com a data da versão. As que alterem finalidades ou compartilhamentos são avisadas no aplicativo antes de valer.",
      ],
    },
  ];
}
