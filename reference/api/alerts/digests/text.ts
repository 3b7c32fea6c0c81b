import type { Severity } from "@lamina/shared/records/alert";

interface Listed {
  severity: Severity;
  message: string;
  date: Date;
  resolvedAt: Date | null;
}

const severities: Readonly<Record<Severity, string>> = { critical: "Crítico", warning: "Alerta", info: "Aviso" };
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const of = (rows: readonly Listed[], severity: Severity) => rows.filter((row) => row.severity === severity).length;

/** Such as `2 críticos, 1 alerta`. */
function counts(rows: readonly Listed[]): string {
  const [critical, warning, info] = [of(rows, "critical"), of(rows, "warning"), of(rows, "info")];
  return [
    ...(critical > 0 ? [counted(critical, "crítico", "críticos")] : []),
    ...(warning > 0 ? [counted(warning, "alerta", "alertas")] : []),
    ...(info > 0 ? [counted(info, "aviso", "avisos")] : []),
  ].join(", ");
}

const moment = (date: Date, timeZone: string) =>
  date.toLocaleString("pt-BR", { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit", timeZone });

const ended = ({ message, resolvedAt }: Pick<Listed, "message" | "resolvedAt">) =>
  resolvedAt ? `${message} (já terminou)` : message;

export const digestText = {
  /** A message to the app. */
  one: ended,
  shown: (client: string, rows: readonly Listed[]) =>
    `${client}: ${counts(rows)}. O mais grave: ${rows[0]?.message ?? ""}`,
  subject: (client: string, rows: readonly Listed[]) =>
    `${client} · ${rows.length === 1 ? (rows[0]?.message ?? "") : counts(rows)}`,
  /** @param url of the page where the alert happens */
  line: ({ severity, message, date, resolvedAt }: Listed, timeZone: string, url: string | null | undefined) =>
    `${severities[severity]} · ${moment(date, timeZone)} · ${ended({ message, resolvedAt })}${url ? `\n${url}` : ""}`,
  body: (lines: readonly string[], more: number, url: string) =>
    `${lines.join("\n\n")}\n${more > 0 ? `\nE mais ${more}, na lista do aplicativo.\n` : ""}
Os alertas e quem os assumiu estão no sino do aplicativo.

Você recebe este e-mail porque pediu alertas por e-mail.
Parar de receber:
${url}

Lâmina
`,
} as const;
