import { Link } from "react-router-dom";

/** An address that leads nowhere. */
export function Component() {
  return (
    <section>
      <h1>Página não encontrada</h1>
      <Link to="/home">Ir para o início</Link>
    </section>
  );
}
