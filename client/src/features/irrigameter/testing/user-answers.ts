const ANA = { name: "Ana", userName: "ana", groupName: "Gestor" };

/** The API's answers for a user with these rights, of a client without a menu of its own. */
export function userAnswers(permissions: readonly unknown[], user = ANA) {
  return {
    "GET /User/Me": () => ({ _id: "u", ...user, permissions }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
  };
}
