import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../src/ui/styles/global.css";
import { CardsPage } from "./cards.tsx";
import { ChartsPage } from "./charts.tsx";
import { DiagramsPage } from "./diagrams.tsx";
import { StatesPage } from "./states.tsx";
import { TablesPage } from "./tables.tsx";

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "claro";

const pages = {
  cards: CardsPage,
  charts: ChartsPage,
  diagrams: DiagramsPage,
  states: StatesPage,
  tables: TablesPage,
} as const;
const Page = pages[(query.get("page") ?? "diagrams") as keyof typeof pages] ?? DiagramsPage;

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
