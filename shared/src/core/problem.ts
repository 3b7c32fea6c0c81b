import * as z from "zod";

export const Problem = z.looseObject({
  type: z.string().optional(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  /** One of `ProblemId`, or an id of the connected API. */
  id: z.string().optional(),
  /** Field errors of a refused record: path of the field → id and limits of the broken rule. */
  errors: z.array(z.looseObject({ field: z.string(), id: z.string(), message: z.string().optional() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_CONTENT_TYPE = "application/problem+json";
