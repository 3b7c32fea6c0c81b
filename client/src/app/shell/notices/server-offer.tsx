import { screenPaths } from "@lamina/shared/screens/screens";
import { screenTitles } from "@lamina/shared/screens/text";
import { useEffect } from "react";
import { useOffers } from "../../../core/runtime-config/offered-screens.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { Mark } from "../../../ui/icons/mark.tsx";
import { PRODUCT } from "../../../ui/layout/page.tsx";
import { text } from "../text.ts";
import styles from "./error-page.module.css";

/** The first page where the API cannot feed the irrigâmetro: it says once what this server has. */
export function ServerOffer() {
  const offers = useOffers();
  useEffect(() => {
    document.title = `${text.offer.title} · ${PRODUCT}`;
  }, []);
  const screens = offeredTitles();
  const lacking = screens.filter(({ path }) => !offers(path)).map(({ title }) => title);
  return (
    <section className={styles.page}>
      <Mark size={72} />
      <h1 tabIndex={-1}>{text.offer.title}</h1>
      <p>{text.offer.lead}</p>
      {screens
        .filter(({ path }) => offers(path))
        .map(({ path, title }) => (
          <ButtonLink key={path} to={path}>
            {title}
          </ButtonLink>
        ))}
      <p>{text.offer.lacking(new Intl.ListFormat("pt-BR").format(lacking))}</p>
    </section>
  );
}

/** One entry for each screen that an API feeds or lacks as a whole: a section, or a page of the set-up. */
function offeredTitles(): { path: string; title: string }[] {
  const { setup, ...sections } = screenTitles;
  const pages = Object.entries(setup.pages).map(([page, title]) => ({ path: `/setup/${page}`, title }));
  const all = [...Object.entries(sections).map(([name, { title }]) => ({ path: `/${name}`, title })), ...pages];
  return all.filter(({ path }) => screenPaths.some((known) => known === path || known.startsWith(`${path}/`)));
}
