import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { session } from "../core/session/current-session.ts";
import { Starting } from "./shell/notices/starting.tsx";

/** `/logout`: ends the session and redirects to the login page, also without a session (§2). */
export function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    session.logout();
    void navigate("/login", { replace: true });
  }, [navigate]);
  return <Starting />;
}
