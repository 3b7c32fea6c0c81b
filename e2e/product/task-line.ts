/** Begins the line of a task in the output of its journey, which `npm run bench:tasks` reads. */
export const TASK_LINE = "task|";
