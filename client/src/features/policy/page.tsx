import { useEffect } from "react";
import { Link } from "react-router-dom";
import { useRuntimeConfig } from "../../core/runtime-config/use-runtime-config.ts";
import { Mark } from "../../ui/icons/mark.tsx";
import { PRODUCT } from "../../ui/layout/page.tsx";
import styles from "./page.module.css";
import { DEFAULT_CONTACT, policySections, text } from "./text.ts";

/** `/policy`: the privacy policy (LGPD), open to everyone. */
export function Component() {
  const config = useRuntimeConfig();
  const sections = policySections(config?.privacy ?? DEFAULT_CONTACT);

  useEffect(() => {
    document.title = `${text.title} · ${PRODUCT}`;
  }, []);

  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <span className={styles.name}>
          <Mark size={28} />
          {PRODUCT}
        </span>
        <Link to="/" data-print="hide">
          {text.home}
        </Link>
      </header>
      <main>
        <h1 className={styles.title}>{text.title}</h1>
        <p className={styles.updated}>{text.updated}</p>
        <p className={styles.lead}>{text.lead}</p>
        <div className={styles.body}>
          <nav className={styles.contents} aria-labelledby="contents" data-print="hide">
            <h2 id="contents">{text.contents}</h2>
            {sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          <div className={styles.sections}>
            {sections.map(({ id, title, paragraphs, points }) => (
              <section key={id} id={id} className={styles.section}>
                <h2>{title}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {points && (
                  <ul className={styles.points}>
                    {points.map(({ term, words }) => (
                      <li key={`${term}${words}`}>
                        {term && <strong>{term}: </strong>}
                        {words}
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
          </div>
        </div>
      </main>
    </div>
  );
}
