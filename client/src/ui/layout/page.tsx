import { type ReactNode, useEffect } from "react";
import styles from "./page.module.css";

/** The product's name, as written in the window's title. */
export const PRODUCT = "Lâmina";

interface PageProps {
  title: string;
  /** The window's title when it says more than the heading. */
  documentTitle?: string;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  /** Beneath the heading: the tabs of its section. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** A page: heading, tabs, content, and the title of the window. */
export function Page({ title, documentTitle = title, aside, tabs, children }: PageProps) {
  useEffect(() => {
    document.title = `${documentTitle} · ${PRODUCT}`;
  }, [documentTitle]);
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {aside}
      </div>
      {tabs}
      <div className={styles.content}>{children}</div>
    </>
  );
}
