import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generate } from "selfsigned";
import { SMTPServer } from "smtp-server";

interface SmtpServer {
  url: string;
  caFile: string;
  /** Raw mails, oldest first. */
  received: string[];
  /** Answers the next mails with a failure, a temporary one unless `code` says otherwise; `to` limits it to one address. */
  refuse(count: number, code?: number, to?: string): void;
  close(): Promise<void>;
}

/** RFC 5321, 4.2.3: an error in processing. */
const TEMPORARY = 451;

/** A real mail server with STARTTLS and a login. */
export async function startSmtp(): Promise<SmtpServer> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "smtp-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, cert);
  const received: string[] = [];
  let refusals = 0;
  let responseCode = TEMPORARY;
  let refused: string | undefined;
  const server = new SMTPServer({
    key,
    cert,
    onAuth: ({ username, password }, _session, done) =>
      username === "lamina" && password === "segredo" ? done(null, { user: username }) : done(new Error("wrong login")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("ninguem@") ? done(Object.assign(new Error("no such user"), { responseCode: 550 })) : done(),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((mail) => {
        if (refusals > 0 && envelope.rcptTo.some(({ address }) => address === (refused ?? address))) {
          refusals--;
          return done(Object.assign(new Error("busy"), { responseCode }));
        }
        received.push(mail);
        return done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://lamina:segredo@localhost:${port}`,
    caFile,
    received,
    refuse: (count, code = TEMPORARY, to = undefined) => {
      refusals = count;
      refused = to;
      responseCode = code;
    },
    close: async () => {
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
