/** Invalid input, with every problem found and its position. */
export class InputError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "InputError";
    this.problems = problems;
  }
}
