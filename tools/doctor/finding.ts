import { givenValue } from "@lamina/shared/core/given-value";

/** Variables as they are given. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that has this setting: itself, or that of its file. */
export const variableOf = (env: Environment, name: string) => (env[`${name}_FILE`] ? `${name}_FILE` : name);

export interface Finding {
  part: "configuration" | "client" | "api" | "clock" | "broker" | "valkey" | "certificate" | "disk" | "work";
  state: "ok" | "warning" | "broken";
  /** One sentence on the state. */
  what: string;
  /** One sentence on the remedy. Empty when there is no problem. */
  remedy: string;
}

export const ok = (part: Finding["part"], what: string): Finding => ({ part, state: "ok", what, remedy: "" });
export const warning = (part: Finding["part"], what: string, remedy: string): Finding => ({
  part,
  state: "warning",
  what,
  remedy,
});
export const broken = (part: Finding["part"], what: string, remedy: string): Finding => ({
  part,
  state: "broken",
  what,
  remedy,
});

const TLS_UNTRUSTED = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

/** Names for the sentences on a connection. */
interface LinkNames {
  part: "api" | "broker" | "valkey";
  /** `host:port`. */
  address: string;
  urlVariable: string;
  caVariable: string;
  caFile?: string | undefined;
}

/** A connection error as a sentence with its remedy. */
export function explainLink(error: unknown, names: LinkNames): Finding {
  const { part, address, urlVariable, caVariable, caFile } = names;
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return broken(
      part,
      `The name of ${address} is not known here.`,
      `Start its container, or correct ${urlVariable} or the DNS.`,
    );
  }
  if (code === "ECONNREFUSED") {
    return broken(part, `Nothing listens on ${address}.`, `Start it, or correct the port in ${urlVariable}.`);
  }
  if (TLS_UNTRUSTED.has(code)) {
    return broken(
      part,
      `The certificate of ${address} is signed by an authority that is not known here.`,
      `Name the authority's certificate with ${caVariable}${givenValue(caVariable, caFile)}.`,
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    return broken(part, `The certificate of ${address} has expired.`, "Renew it there; verification stays on.");
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return broken(
      part,
      `The certificate of ${address} is for another name.`,
      `Use the certificate's name in ${urlVariable}.`,
    );
  }
  if (code === "EPROTO" || code === "ERR_SSL_WRONG_VERSION_NUMBER" || /wrong version number/.test(message)) {
    return broken(part, `${address} does not speak TLS.`, `Correct the scheme or the port in ${urlVariable}.`);
  }
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT" || /timeout|timed out/i.test(message)) {
    return broken(
      part,
      `${address} does not answer in time.`,
      `Open the firewall between, look whether it hangs, or correct ${urlVariable}.`,
    );
  }
  if (code === "ECONNRESET" || code === "EPIPE") {
    return broken(part, `${address} cuts the connection.`, "Look at its log, and at a proxy between.");
  }
  return broken(part, `${address} cannot be used: ${code || message}.`, `Check ${urlVariable}.`);
}
