import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@lamina/shared/calls/endpoints";
import type { ApiAddress } from "./api.ts";
import { localCertificate } from "./certificate.ts";

interface PlainApi extends AsyncDisposable {
  url: string;
  caFile: string;
}

const KNOWN = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));

/**
 * Starts an API with the calls of the specification's §7 only, like an API that existed before this product. It
 * forwards these calls to the reference API, and answers others with 404.
 */
export async function startPlainApi(api: ApiAddress): Promise<PlainApi> {
  const folder = mkdtempSync(join(tmpdir(), "lamina-plain-"));
  const { authority, ...tls } = await localCertificate();
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority);
  const ca = readFileSync(api.caFile);
  const server = createServer(tls, (incoming, answer) => {
    const { method = "GET", url = "/", headers } = incoming;
    if (!KNOWN.has(`${method} ${new URL(url, api.url).pathname}`)) {
      answer.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
      return;
    }
    const behind = request(new URL(url, api.url), { method, headers, ca }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    behind.on("error", () => answer.destroy());
    incoming.pipe(behind);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    caFile,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
