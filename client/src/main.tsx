import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { startAppearance } from "./app/appearance.ts";
import { startPage } from "./app/start-page.ts";
import { followTheme } from "./platform/system-bars.ts";
import "./ui/styles/global.css";

startAppearance();
followTheme();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
// In a task of its own: together with the loading of this script it would be long for a slow phone.
setTimeout(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={startPage()} />
    </StrictMode>,
  ),
);
