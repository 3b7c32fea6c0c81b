import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { prepareScreens } from "../src/testing/screen.tsx";
import { StatesPage } from "./states.tsx";

prepareScreens(0);

// An error in the page is a console error, which fails the test.
it("is drawn", () => {
  render(<StatesPage />);
  expect(screen.getAllByRole("heading").length).toBeGreaterThan(1);
});
