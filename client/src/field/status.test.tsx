import { statusOrder } from "@lamina/shared/views/urgency";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Status } from "./status.tsx";

it("has a unique word and shape for every status", () => {
  const { container } = render(statusOrder.map((kind) => <Status key={kind} kind={kind} />));
  const words = [...container.children].map((status) => status.textContent);
  expect(words).toEqual(["Déficit", "Irrigar", "Excesso", "Adequado", "Sem dados", "Sem cultivo"]);
  const shapes = [...container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  expect(new Set(shapes).size).toBe(statusOrder.length);
});
