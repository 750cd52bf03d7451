import {
  type ArticleBlock,
  picturePath,
  pictureWidths,
  type Span,
} from '@coachsite/adapters/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Panel, TextLink } from '../../design/index.ts';
import { textByKey } from '../../i18n/index.ts';
import { FigureDrawing } from './article-drawing.tsx';
import { Spans } from './spans.tsx';

/** The texts of the page in the language of the article. */
export type OwnText = TFunction<'blog-post'>;

type Prose = Extract<ArticleBlock, { kind: 'paragraph' | 'heading' | 'list' }>;
type Of<Kind extends ArticleBlock['kind']> = Extract<ArticleBlock, { kind: Kind }>;

const isProse = (block: ArticleBlock): block is Prose =>
  block.kind === 'paragraph' || block.kind === 'heading' || block.kind === 'list';

const keyOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');

const textOf = (block: Prose) => {
  if (block.kind === 'heading') return block.text;
  return block.kind === 'list' ? block.items.map(keyOf).join('') : keyOf(block.spans);
};

function ProseBlock({ block }: { readonly block: Prose }) {
  if (block.kind === 'heading') return <h3>{block.text}</h3>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    );
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={keyOf(item)}>
          <Spans spans={item} />
        </li>
      ))}
    </List>
  );
}

/** A figure: the number, its subject, and the drawing that counts it. */
function FigureBlock({ block, own }: { readonly block: Of<'figure'>; readonly own: OwnText }) {
  const { value, label, note, alt, drawing } = block;
  return (
    <div className="datum">
      <p className="row2">
        <span className="figure-num">{value}</span> <span className="label">{label}</span>
      </p>
      <FigureDrawing drawing={drawing} days={own('days', { returnObjects: true })} label={alt} />
      <p className="note">{note}</p>
    </div>
  );
}

/** The next step for a reader who wants more than an article: in the language of the page, not of the article. */
function NextStep({ to }: { readonly to: string }) {
  const { i18n } = useTranslation('blog-post');
  return (
    <Panel ground="sunk" className="next stack gap-2 no-print" lang={i18n.language}>
      <p>{textByKey(i18n, `blog-post:next.${to.slice(1)}.text`)}</p>
      <p>
        <TextLink href={to} lead={to === '/guide' ? 'eye' : undefined}>
          {textByKey(i18n, `blog-post:next.${to.slice(1)}.action`)}
        </TextLink>
      </p>
    </Panel>
  );
}

function Sources({ block, own }: { readonly block: Of<'sources'>; readonly own: OwnText }) {
  return (
    <div className="sources">
      <h3 className="label">{own('sources')}</h3>
      <ul>
        {block.items.map((item) => (
          <li key={keyOf(item)}>
            <Spans spans={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A picture of the site, with its size, so that nothing moves when it comes. */
function Picture({ block }: { readonly block: Of<'picture'> }) {
  const { key, width, height, alt, caption } = block;
  const files = (format: 'avif' | 'jpg') =>
    pictureWidths(width)
      .map((size) => `${picturePath(key, size, format)} ${size}w`)
      .join(', ');
  const sizes = '(min-width: 64rem) 40rem, 100vw';
  return (
    <figure>
      <picture>
        <source type="image/avif" srcSet={files('avif')} sizes={sizes} />
        <img
          className="shot"
          src={picturePath(key, width, 'jpg')}
          srcSet={files('jpg')}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
        />
      </picture>
      {caption ? <figcaption className="note mt-4">{caption}</figcaption> : null}
    </figure>
  );
}

function OneBlock({ block, own }: { readonly block: ArticleBlock; readonly own: OwnText }) {
  switch (block.kind) {
    case 'picture':
      return <Picture block={block} />;
    case 'figure':
      return <FigureBlock block={block} own={own} />;
    case 'action':
      return (
        <p className="todo">
          <b>{own('actionTitle')}</b> <Spans spans={block.spans} />
        </p>
      );
    case 'callout':
      return (
        <aside className="callout">
          <b>{block.title}</b>
          {block.paragraphs.map((spans) => (
            <p key={keyOf(spans)}>
              <Spans spans={spans} />
            </p>
          ))}
        </aside>
      );
    case 'sources':
      return <Sources block={block} own={own} />;
    case 'next':
      return <NextStep to={block.to} />;
    default:
      return <ProseBlock block={block} />;
  }
}

/** The blocks of a section; paragraphs, lists and headings that follow each other share one column. */
export function Blocks({
  blocks,
  own,
}: {
  readonly blocks: readonly ArticleBlock[];
  readonly own: OwnText;
}) {
  const groups: (readonly ArticleBlock[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (isProse(block) && last?.every(isProse)) groups[groups.length - 1] = [...last, block];
    else groups.push([block]);
  }
  return groups.map((group, index) => {
    const key = `${index}`;
    if (!group.every(isProse))
      return group.map((block) => <OneBlock key={key} block={block} own={own} />);
    return (
      <div className="prose" key={key}>
        {group.map((block) => (
          <ProseBlock key={textOf(block)} block={block} />
        ))}
      </div>
    );
  });
}
