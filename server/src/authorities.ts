import { getCACertificates } from "node:tls";

/** The authorities that Node knows, and a configured one (PEM), which never replaces them. */
export function authorities(ca: string | undefined): string[] {
  return [...getCACertificates("default"), ...(ca === undefined ? [] : [ca])];
}
