import type { ClientsState } from "../../core/clients/client-setup.ts";
import { Loading } from "../../ui/states.tsx";

/** Stands in the page's place while no client is selected: loading, none there, or not loaded and tried again. */
export function ClientWaiting({ status }: { status: ClientsState["status"] }) {
  if (status === "empty") return <p role="status">Nenhum cliente disponível.</p>;
  if (status === "error") return <p role="status">Não foi possível carregar os clientes. Tentando novamente…</p>;
  return <Loading />;
}
