/** Input that cannot be used, with every reason found; each names where it stands. */
export class InputError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "InputError";
    this.problems = problems;
  }
}
