import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";
import { createTransport } from "nodemailer";
import type { MailServer } from "../core/config.ts";
import { mailHtml } from "./mail-html.ts";

/** A mail as it is sent. */
interface OutgoingMail {
  /** The same at each attempt, so that a receiver shows a repetition once. */
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  file: { name: string; type: string; content: Uint8Array } | null;
  /** The link that ends such mails. */
  unsubscribeUrl: string | null;
}

/** The server will never take this mail, for example because its recipient does not exist. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

const SECURE = "smtps:";
const SUBMISSION_PORT = 587;
const SECURE_PORT = 465;
/** Replies from here on are permanent (RFC 5321, 4.2.1). */
const PERMANENT = 500;
/** A server that does not answer must not block the worker. */
const TIMEOUT_MS = 15_000;

/**
 * Sends one mail over TLS, with the server's certificate verified. Without STARTTLS nothing is sent.
 * @throws MailRefused when another attempt is useless, else the error of the connection or of the server
 */
export async function sendMail(server: MailServer, mail: OutgoingMail): Promise<void> {
  const url = new URL(server.url());
  const secure = url.protocol === SECURE;
  const user = decodeURIComponent(url.username);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (secure ? SECURE_PORT : SUBMISSION_PORT),
    secure,
    requireTLS: !secure,
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    tls: {
      minVersion: "TLSv1.2",
      rejectUnauthorized: true,
      ...(server.caFile ? { ca: [...getCACertificates("default"), readFileSync(server.caFile, "utf8")] } : {}),
    },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.sendMail({
      messageId: `<${mail.id}@lamina>`,
      from: server.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mailHtml(mail.text, server.appUrl),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      ...(mail.unsubscribeUrl ? { headers: unsubscribeHeaders(mail.unsubscribeUrl) } : {}),
      ...(mail.file
        ? {
            attachments: [
              { filename: mail.file.name, contentType: mail.file.type, content: Buffer.from(mail.file.content) },
            ],
          }
        : {}),
    });
  } catch (error) {
    throw isPermanent(error) ? new MailRefused(error.message, { cause: error }) : error;
  } finally {
    transport.close();
  }
}

/** One-click unsubscription (RFC 2369, 3.2; RFC 8058, 3.1). */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * Whether a server refused the address or the mail for good (RFC 5321, 4.2.1). A refused login or sender can be corrected in
 * the configuration.
 */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as Readonly<
    Partial<Record<"code" | "command" | "responseCode", unknown>>
  >;
  return ((code === "EENVELOPE" && command === "RCPT TO") || code === "EMESSAGE") && Number(responseCode) >= PERMANENT;
}
