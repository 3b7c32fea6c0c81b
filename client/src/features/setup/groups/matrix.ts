import { Action, type Permission, Screen } from "@lamina/shared/access/rights";

/** The complete matrix of a group: one row for each screen, also for screens that the group does not name. */
export function wholeMatrix(permissions: readonly Partial<Permission>[]): Permission[] {
  return Screen.options.map((screen) => {
    const permissionOf = permissions.find((permission) => permission.screen === screen);
    const right = (action: Action) => permissionOf?.[action] === true;
    return { screen, view: right("view"), create: right("create"), edit: right("edit"), remove: right("remove") };
  });
}

/** The matrix with some rights changed. Any right includes the right to view; without it there is no other right. */
export function withRight(
  matrix: readonly Permission[],
  { screens, actions, on }: { screens: readonly Screen[]; actions: readonly Action[]; on: boolean },
): Permission[] {
  return matrix.map((permission) => {
    if (!screens.includes(permission.screen)) return permission;
    const next = { ...permission };
    for (const action of actions) next[action] = on;
    if (on && actions.some((action) => action !== "view")) next.view = true;
    if (!next.view) for (const action of Action.options) next[action] = false;
    return next;
  });
}
