import "./ui/styles/global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { startAppearance } from "./app/appearance.ts";
import { startPage } from "./app/start-page.ts";
import { followTheme } from "./platform/system-bars.ts";

startAppearance();
followTheme();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
// In a separate task, because together with the load of this script it would block a slow phone for long.
setTimeout(() =>
  createRoot(root).render(
    <StrictMode>
      {/* Links keep parts of the address that they were drawn with, so a change of it must not be drawn late. */}
      <RouterProvider router={startPage()} useTransitions={false} />
    </StrictMode>,
  ),
);
