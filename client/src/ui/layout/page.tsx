import { type ReactNode, useEffect } from "react";
import styles from "./page.module.css";

/** The product's name in the window title. */
export const PRODUCT = "Lâmina";

interface PageProps {
  title: string;
  /** The window title, if it differs from the heading. */
  documentTitle?: string;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  /** Below the heading: the tabs of its section. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** A page: heading, tabs, content and window title. */
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
