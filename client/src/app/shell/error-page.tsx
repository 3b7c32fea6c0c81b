/** Stands in place of a page that failed; `stale-build`: its code is gone, a newer version is there. */
export function ErrorPage({ kind, onReload }: { kind: "failure" | "stale-build"; onReload: () => void }) {
  return (
    <main role="alert">
      <h1>{kind === "stale-build" ? "Há uma nova versão" : "Algo deu errado"}</h1>
      <p>Recarregue a página para continuar.</p>
      <button type="button" onClick={onReload}>
        Recarregar
      </button>
    </main>
  );
}
