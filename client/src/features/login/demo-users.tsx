import { useRuntimeConfig } from "../../core/runtime-config/use-runtime-config.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import styles from "./demo-users.module.css";
import { text } from "./text.ts";

interface DemoUsersProps {
  onChoose: (userName: string, password: string) => void;
}

/** On a demo installation: shows that the data are simulated, and offers the demo users. */
export function DemoUsers({ onChoose }: DemoUsersProps) {
  const config = useRuntimeConfig();
  if (!config?.demo) return null;
  const { demoLogin } = config;
  return (
    <section className={styles.demo} aria-label={text.demo}>
      <p className="hint row wraps gap-2">
        <Badge tone="warning">{text.demo}</Badge>
        {demoLogin ? text.demoHint : text.demoFarm}
      </p>
      {demoLogin && (
        <div className={styles.users}>
          {demoLogin.users.map((name) => (
            <Button key={name} icon="user" onClick={() => onChoose(name, demoLogin.password)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
