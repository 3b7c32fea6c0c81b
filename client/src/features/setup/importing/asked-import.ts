import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";

/** Parameter of the address that opens an import: `?importar=planilha`. */
const ASKED = "importar";

/** The imports that an address can open. */
export type AskedImport = "planilha" | "mapa" | "clima";

/** An address with an import that opens. */
export const withImport = (address: string, name: AskedImport) =>
  `${address}${address.includes("?") ? "&" : "?"}${ASKED}=${name}`;

/** Opens an import when the address asks for it, once its lists are loaded. */
export function useAskedImport(name: AskedImport, isReady: boolean, open: () => void): void {
  const [params, setParams] = useSearchParams();
  const isAsked = isReady && params.get(ASKED) === name;
  const start = useEffectEvent(() => {
    const next = new URLSearchParams(params);
    next.delete(ASKED);
    setParams(next, { replace: true, preventScrollReset: true });
    open();
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
