import { configure, getConfig } from "@testing-library/react";
import { afterEach, beforeEach, expect } from "vitest";

// A condition may be slow on a busy machine. One that never holds still fails.
configure({ asyncUtilTimeout: 15_000 });

const withPage = getConfig().getElementError;
/** Whether the library looks at a condition again and again; when the time ends, it adds the page itself. */
function isPolling(): boolean {
  const config: object = getConfig();
  return "_disableExpensiveErrorDiagnostics" in config && config._disableExpensiveErrorDiagnostics === true;
}
configure({
  // Printing the page at each look took more time than looking.
  getElementError: (message, container) =>
    isPolling()
      ? Object.assign(new Error(message ?? undefined), { name: "TestingLibraryElementError" })
      : withPage(message, container),
});

// jsdom has none, because it computes no layout.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

type ConsoleMethod = typeof console.error;

let errors: unknown[][] = [];
let expected: RegExp[] = [];
let original: ConsoleMethod;

/** Declares a console error that the test causes on purpose. The test fails when the error is missing. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  errors = [];
  expected = [];
  original = console.error;
  console.error = (...words: unknown[]) => {
    errors.push(words);
  };
});

// An undeclared console error fails the test that caused it.
afterEach(() => {
  console.error = original;
  const lines = errors.map((words) => words.map(String).join(" "));
  expect(lines.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  expect(expected.filter((pattern) => !lines.some((line) => pattern.test(line)))).toEqual([]);
});
