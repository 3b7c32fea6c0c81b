// Health of a container: calls the program's own /healthz on this machine. `node healthcheck.mjs bff|api`. Over TLS it
// trusts only the program's certificate file and verifies the certificate's own name.
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { join } from "node:path";

/** Below the 3 s of the image's HEALTHCHECK. */
const TIMEOUT_MS = 2_500;

const [program = "bff"] = process.argv.slice(2);
const { PORT = program === "api" ? "4440" : "8080", DATA_DIR = "/data", TLS_CERT_FILE } = process.env;
const certificateFile = TLS_CERT_FILE || (program === "api" ? join(DATA_DIR, "tls", "server.pem") : undefined);

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

/** The first name of a certificate; a wildcard is replaced by a host below it. */
function nameOf(pem) {
  const name = /(?:DNS|IP Address):([^,\s]+)/.exec(new X509Certificate(pem).subjectAltName ?? "")?.[1];
  return (name ?? "localhost").replace(/^\*/, "health");
}

function tlsOptions() {
  const pem = readFileSync(certificateFile, "utf8");
  const servername = nameOf(pem);
  return { ca: pem, allowPartialTrustChain: true, servername, headers: { host: servername } };
}

try {
  const { get } = certificateFile ? https : http;
  const options = certificateFile ? tlsOptions() : {};
  get(
    { host: "127.0.0.1", port: PORT, path: "/healthz", timeout: TIMEOUT_MS, agent: false, ...options },
    (response) => {
      if (response.statusCode === 200) process.exit(0);
      fail(`/healthz answered ${response.statusCode}`);
    },
  )
    .on("timeout", () => fail(`/healthz did not answer within ${TIMEOUT_MS} ms`))
    .on("error", (error) => fail(`/healthz: ${error.code ?? error.message}`));
} catch (error) {
  fail(error.message);
}
