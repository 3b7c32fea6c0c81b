import { ApiError } from "../../api/error.ts";
import { refusals } from "./text.ts";

/** The reason of a failed call that has words for users, else `otherwise`. */
export function refusalOr(error: unknown, otherwise: string): string {
  const words: Readonly<Record<string, string | undefined>> = refusals;
  return (error instanceof ApiError && words[error.id]) || otherwise;
}

/** The answer of a change of records. @throws ApiError `gone` when it matched none of them */
export async function matched<T extends { matchedCount: number }>(answer: Promise<T>): Promise<T> {
  const reply = await answer;
  if (reply.matchedCount === 0) throw new ApiError("gone");
  return reply;
}
