import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../src/ui/styles/global.css";
import { StatesPage } from "./states.tsx";

document.documentElement.dataset.theme = new URLSearchParams(location.search).get("theme") ?? "claro";

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <StatesPage />
  </StrictMode>,
);
