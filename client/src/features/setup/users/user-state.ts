/** The state of a user: `invited` until a password is set. */
export function userState({
  active,
  invited,
}: {
  active?: boolean | undefined;
  invited?: boolean | undefined;
}): "active" | "invited" | "inactive" {
  if (active === false) return "inactive";
  return invited ? "invited" : "active";
}
