import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { FileTools } from "./file-tools.tsx";

afterEach(cleanup);

it("keeps the file actions behind one button, and in sight where there is nothing else", async () => {
  const tools = (inSight: boolean) => (
    <FileTools inSight={inSight}>
      <button type="button">Importar mapa</button>
    </FileTools>
  );
  const { unmount } = render(tools(false));
  const toggle = screen.getByRole("button", { name: "Arquivos e mapas" });
  expect(screen.queryByRole("button", { name: "Importar mapa" })).toBeNull();
  await userEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("button", { name: "Importar mapa" })).toBeTruthy();
  unmount();
  render(tools(true));
  expect(screen.getByRole("button", { name: "Importar mapa" })).toBeTruthy();
});
