import { afterEach, expect, it, vi } from "vitest";
import { chooseTheme, startTheme } from "./theme.ts";

function system(dark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: dark });
  vi.stubGlobal("matchMedia", () => query);
  return (next: boolean) => {
    query.matches = next;
    query.dispatchEvent(new Event("change"));
  };
}

const theme = () => document.documentElement.dataset.theme;
afterEach(() => vi.unstubAllGlobals());

it("follows the system until the user chooses, and stores the choice", () => {
  const write = vi.fn();
  const setSystem = system(true);
  const stop = startTheme({ read: () => null, write });
  expect(theme()).toBe("escuro");
  setSystem(false);
  expect(theme()).toBe("claro");
  chooseTheme("sol");
  expect(write).toHaveBeenCalledWith("sol");
  setSystem(true);
  expect(theme()).toBe("sol");
  chooseTheme("sistema");
  expect(theme()).toBe("escuro");
  stop();
});

it("opens with the stored choice, and ignores an unknown one", () => {
  system(false);
  startTheme({ read: () => "escuro", write: () => {} })();
  expect(theme()).toBe("escuro");
  startTheme({ read: () => "rosa", write: () => {} })();
  expect(theme()).toBe("claro");
});
