/** Begins the line of a task in the output of its journey, which `npm run bench:tasks` reads. */
export const TASK_LINE = "task|";

/** The same for the way from an empty client to its first recommendation: screens, values and files. */
export const FIRST_DAY_LINE = "first day|";
