import { views } from "@lamina/shared/calls/views";
import type { InterlockId } from "@lamina/shared/reasons/interlocks";
import { COMMAND_LIFE_MS, type CommandFields } from "@lamina/shared/records/commands/pivot-command";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useSyncExternalStore } from "react";
import { ApiError, isUnreached } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { now } from "../../platform/clock.ts";
import { isOnline, onConnectivity } from "../../platform/lifecycle.ts";
import { randomKey } from "../../platform/random-key.ts";
import type { CommandAsk } from "./command-ask.ts";
import { commandText } from "./command-text.ts";
import { commandsQuery } from "./queries.ts";

/** Half of the longest life: a slow connection still gets it there, and a request that waited anywhere is refused. */
const LIFE_MS = COMMAND_LIFE_MS / 2;

/** A command is never stored on the device, so that without a connection there is none. */
export const useMayReach = (): boolean => useSyncExternalStore(onConnectivity, isOnline);

/** Sends a command once: after a lost answer the same request is made again, and the API answers as it did. */
export function useCommand(clientId: string, onSent: () => void) {
  const queryClient = useQueryClient();
  const [key] = useState(randomKey);
  const unanswered = useRef<CommandFields>(undefined);
  const mutation = useMutation({
    mutationFn: ({ order, ...more }: CommandAsk & Pick<CommandFields, "pivotId" | "override" | "password">) => {
      const body = unanswered.current ?? { ...order, ...more, expiresAt: new Date(now() + LIFE_MS).toISOString() };
      unanswered.current = body;
      return call(views.commandInsert, { body, key });
    },
    onSuccess: onSent,
    onError: (error) => {
      if (!isUnreached(error)) unanswered.current = undefined;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: commandsQuery({ _id: clientId }).queryKey }),
  });
  const isRefused = isPasswordRefused(mutation.error);
  const [asksPassword, setAsksPassword] = useState(false);
  if (isRefused && !asksPassword) setAsksPassword(true);
  return { ...mutation, asksPassword, problem: problemOf(mutation.error), interlocks: interlocksOf(mutation.error) };
}

function problemOf(error: Error | null): string | null {
  if (error === null) return null;
  if (isUnreached(error)) return commandText.unknown;
  return (error instanceof ApiError && error.detail) || commandText.failed;
}

/** Whether the client's settings require the password again, or it was wrong. */
const isPasswordRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.id === "confirm-password";

/** The interlocks that held a command back. */
function interlocksOf(error: Error | null): readonly InterlockId[] {
  if (!(error instanceof ApiError) || error.id !== "interlocked") return [];
  return (error.current as { interlocks?: InterlockId[] } | undefined)?.interlocks ?? [];
}
