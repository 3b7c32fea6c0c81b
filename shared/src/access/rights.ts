import * as z from "zod";
import { rightNames, sectionRows } from "../screens/screens.ts";

/** Screens that rights are given for (domain, 7 and 10). */
export const Screen = z.enum(rightNames);
export type Screen = z.infer<typeof Screen>;

/** The screen whose right a route of the app requires; undefined for a route that no screen has. */
export function screenOf(route: string): Screen | undefined {
  const [section, page] = route.split("?", 1)[0]?.split("/").filter(Boolean) ?? [];
  const row = sectionRows.find(({ name }) => name === section);
  return Screen.safeParse(row?.rightsByPage ? page : row?.name).data;
}

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
