import * as z from "zod";
import { rightNames } from "../screens/screens.ts";

/** Screens that rights are given for (domain, 7 and 10). */
export const Screen = z.enum(rightNames);
export type Screen = z.infer<typeof Screen>;

/** What may be done on a screen: ver, criar, editar, excluir. */
export const Action = z.enum(["view", "create", "edit", "remove"]);
export type Action = z.infer<typeof Action>;

/** The right that a call requires. */
export interface Access {
  screen: Screen;
  action: Action;
}

export const Permission = z.object({
  screen: Screen,
  view: z.boolean(),
  create: z.boolean(),
  edit: z.boolean(),
  remove: z.boolean(),
});
export type Permission = z.infer<typeof Permission>;

/** Whether a matrix allows an action on a screen; an unlisted one is refused. */
export function allows(permissions: readonly Permission[], { screen, action }: Access): boolean {
  return permissions.some((permission) => permission.screen === screen && permission[action]);
}
