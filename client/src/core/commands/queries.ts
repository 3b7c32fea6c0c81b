import { views } from "@lamina/shared/calls/views";
import { MINUTE_MS } from "@lamina/shared/core/time";
import type { Client } from "@lamina/shared/records/client";
import { finalStates, type PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { isMissing } from "../../api/error.ts";
import { call } from "../../api/http.ts";

/** An open command is asked for as well, because its state must arrive without messages too. */
const FOLLOW_MS = 5_000;
/** How long the screen shows what became of a command: a proved one, and one to be looked after. */
const SHOWN_MS = { done: 10 * MINUTE_MS, other: 120 * MINUTE_MS } as const;

export const isOpen = ({ state }: Pick<PivotCommand, "state">): boolean => !finalStates.includes(state);

/** The commands of a client's machines; null from an API without commands. Never stored: a state of long ago would mislead. */
export function commandsQuery({ _id }: Pick<Client, "_id">) {
  return queryOptions({
    queryKey: [_id, "commands"],
    queryFn: ({ signal }): Promise<PivotCommand[] | null> =>
      call(views.commandsByClient, { query: { ID: _id }, signal }).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? FOLLOW_MS : false),
    meta: { entities: ["PivotCommand"], passing: true },
  });
}

/** The last commands of a machine, newest first. Never stored, as those of the client. */
export const historyQuery = ({ _id }: Pick<Client, "_id">, pivotId: string) =>
  queryOptions({
    queryKey: [_id, "commands", pivotId],
    queryFn: ({ signal }) => call(views.commandsByPivot, { query: { ID: pivotId }, signal }),
    meta: { entities: ["PivotCommand"], passing: true },
  });

/** Whether the API takes commands, as far as it is known. */
export function useTakesCommands(clientId: string): boolean {
  const { data } = useQuery({ ...commandsQuery({ _id: clientId }), select: (all) => all !== null });
  return data === true;
}

/** The newest command of a machine that is still worth showing. */
export function shownCommand(
  commands: readonly PivotCommand[] | null | undefined,
  pivotId: string,
  now: number,
): PivotCommand | undefined {
  const own = commands?.filter((command) => command.pivotId === pivotId) ?? [];
  return own.find(isOpen) ?? own.find((command) => now - endOf(command) < shownFor(command));
}

const endOf = ({ states, issuedAt }: PivotCommand) => Date.parse(states.slice(-1)[0]?.at ?? issuedAt);
const shownFor = ({ state }: PivotCommand) =>
  state === "done" || state === "cancelled" ? SHOWN_MS.done : SHOWN_MS.other;
