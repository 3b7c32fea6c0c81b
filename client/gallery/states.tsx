import { MINUTE_MS } from "@lamina/shared/core/time";
import { statusOrder } from "@lamina/shared/views/urgency";
import type { ReactNode } from "react";
import { Status, StatusMark } from "../src/field/status.tsx";
import { Button } from "../src/ui/controls/button.tsx";
import { Badge } from "../src/ui/feedback/badge.tsx";
import { Banner } from "../src/ui/feedback/banner.tsx";
import { Failure } from "../src/ui/feedback/failure.tsx";
import { type QueryLike, QueryView } from "../src/ui/feedback/query-view.tsx";
import { EmptyState, Loading, Skeleton } from "../src/ui/feedback/states.tsx";
import { NowProvider } from "../src/ui/now.tsx";

const NOW = Date.parse("2026-05-14T12:00:00Z");
const query = (parts: Partial<QueryLike<string>>): QueryLike<string> => ({
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: NOW - 42 * MINUTE_MS,
  refetch: () => undefined,
  ...parts,
});
const failed = (status?: number) => Object.assign(new Error("não respondeu"), status === undefined ? {} : { status });

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

const queryState = (parts: Partial<QueryLike<string>>) => <QueryView query={query(parts)}>{String}</QueryView>;

/** The states of a query, and the status words. */
export function StatesPage() {
  return (
    <NowProvider clock={() => NOW}>
      <main style={{ display: "grid", gap: 20, padding: 16 }}>
        <h1>Estados</h1>
        <p style={{ display: "flex", flexWrap: "wrap", gap: 12 }}>
          {statusOrder.map((kind) => (
            <Status key={kind} kind={kind} />
          ))}
          {statusOrder.map((kind) => (
            <StatusMark key={kind} kind={kind} />
          ))}
          {(["neutral", "brand", "warning", "danger"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
        <State name="A caminho">{queryState({})}</State>
        <State name="A caminho, tabela">
          <Skeleton outline="table" />
        </State>
        <State name="Carregando">
          <Loading />
        </State>
        <State name="Falhou">{queryState({ error: failed(503) })}</State>
        <State name="Tentando de novo">{queryState({ error: failed(), isFetching: true })}</State>
        <State name="A API não oferece">{queryState({ error: failed(404) })}</State>
        <State name="Desatualizado">{queryState({ data: "12,4 mm", error: failed() })}</State>
        <State name="Vazio">
          <EmptyState icon="info" title="Nenhuma fazenda cadastrada" action={<Button>Cadastrar</Button>}>
            <p>Comece pela fazenda.</p>
          </EmptyState>
        </State>
        <State name="Recusado">
          <Failure>O nome já existe.</Failure>
        </State>
        <State name="Avisos">
          <Banner>Nova versão</Banner>
          <Banner tone="warning" icon="alert">
            Sem conexão
          </Banner>
        </State>
      </main>
    </NowProvider>
  );
}
