import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, RichText } from '../../design/index.ts';
import { longDate } from '../../i18n/format.ts';
import { type PageId, pageById } from '../../site/pages.ts';

/** A part of a legal text. `body` lines that begin with `- ` form a list; `[[name]]` is a block that code renders. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly string[];
}

/** The frame of a legal page: plain title, date of the last change, contents, text. */
export function LegalPage({
  page,
  title,
  changed,
  contents,
  sections,
  children,
}: {
  readonly page: PageId;
  readonly title: string;
  /** The text before the date of the last change. */
  readonly changed: string;
  readonly contents: string;
  readonly sections: readonly Pick<LegalSection, 'id' | 'title'>[];
  readonly children: ReactNode;
}) {
  const { i18n } = useTranslation('legal');
  const day = pageById(page).changedOn;
  return (
    <>
      <section className="ground g-page legal-head">
        <div className="wrap">
          <h1 className="h-page h-legal w-100" tabIndex={-1}>
            {title}
          </h1>
          <p className="small mt-4">
            {changed} {day ? <time dateTime={day}>{longDate(day, i18n.language)}</time> : null}
          </p>
        </div>
      </section>
      <div className="ground g-page pb-9">
        <div className="wrap art">
          <Contents title={contents} sections={sections} />
          <div className="legal prose">{children}</div>
        </div>
      </div>
    </>
  );
}

/**
 * The table of contents: beside the text on large screens, collapsed above it on small ones. Only one of the two is
 * visible.
 */
function Contents({
  title,
  sections,
}: {
  readonly title: string;
  readonly sections: readonly Pick<LegalSection, 'id' | 'title'>[];
}) {
  const list = (
    <ul>
      {sections.map((section, index) => (
        <li key={section.id}>
          <a href={`#${section.id}`}>
            <b className="num">{index + 1}</b> {section.title}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav className="toc toc-beside" aria-labelledby="contents">
        <h2 className="label mb-2" id="contents">
          {title}
        </h2>
        {list}
      </nav>
      <details className="toc toc-fold">
        <summary>
          {title} <Icon name="plus" />
        </summary>
        <nav aria-label={title}>{list}</nav>
      </details>
    </>
  );
}

/** One part, with the heading that the contents link to. */
export function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    // Reader views judge by names: an id that holds "contact" or "menu" would cost the heading, or the part, its place.
    <section id={id} className="in-article" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="in-article">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The parts of a text, with the blocks that code renders from the site's own facts. */
export function Parts({
  sections,
  blocks = {},
}: {
  readonly sections: readonly LegalSection[];
  readonly blocks?: Readonly<Record<string, ReactNode>>;
}) {
  return sections.map(({ id, title, body }) => (
    <Part key={id} id={id} title={title}>
      {grouped(body).map((group) => (
        <Fragment key={group.lines[0]}>
          {group.isList ? (
            <ul>
              {group.lines.map((line) => (
                <li key={line}>
                  <Sentence text={line} />
                </li>
              ))}
            </ul>
          ) : (
            group.lines.map((line) => <Line key={line} line={line} blocks={blocks} />)
          )}
        </Fragment>
      ))}
    </Part>
  ));
}

function Line({
  line,
  blocks,
}: {
  readonly line: string;
  readonly blocks: Readonly<Record<string, ReactNode>>;
}) {
  const block = /^\[\[(\w+)\]\]$/.exec(line)?.[1];
  if (block) return blocks[block];
  return (
    <p>
      <Sentence text={line} />
    </p>
  );
}

/** A text in which a mail address stays with the mark after it. */
function Sentence({ text }: { readonly text: string }) {
  return text.split(/(\[[^\]]+\]\(mailto:[^)]+\)[.,;]?)/).map((part, index) =>
    index % 2 === 0 ? (
      <RichText key={part} text={part} />
    ) : (
      <span key={part} className="address">
        <RichText text={part} />
      </span>
    ),
  );
}

/** Groups neighbouring list lines. */
function grouped(body: readonly string[]) {
  const groups: { isList: boolean; lines: string[] }[] = [];
  for (const line of body) {
    const isList = line.startsWith('- ');
    const text = isList ? line.slice(2) : line;
    const last = groups.at(-1);
    if (isList && last?.isList) last.lines.push(text);
    else groups.push({ isList, lines: [text] });
  }
  return groups;
}
