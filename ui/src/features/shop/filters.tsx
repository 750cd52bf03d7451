import type { ProgramFilter, ProgramTypeFilter } from '@coachsite/core/catalogue';
import { clearedFilter, programTypes } from '@coachsite/core/catalogue';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Chips, Icon, Input } from '../../design/index.ts';
import { searchOf } from './listed-programs.ts';

/**
 * Search, type and clear. As a plain form it requests `/shop?q=…&type=…`; in the running app the list follows each
 * change and the URL keeps it. A button shows the types, with one that clears the filter beside it while a filter is
 * set; the heading of the list names the chosen type. Source: docs/design.md#6.5.
 */
export function Filters({
  filter,
  counts,
  onChange,
}: {
  readonly filter: ProgramFilter;
  readonly counts: Readonly<Record<ProgramTypeFilter, number>>;
  onChange(filter: ProgramFilter): void;
}) {
  const { t } = useTranslation('shop');
  const [isOpen, setOpen] = useState(filter.type !== 'all');
  const search = useSearchField(filter, onChange);
  const isFiltered = filter.type !== 'all' || filter.text !== '';
  return (
    <search aria-label={t('filters.label')}>
      <form
        className="filters"
        action="/shop"
        data-app
        ref={search}
        onSubmit={(event) => event.preventDefault()}
      >
        <Input
          id="q"
          name="q"
          type="search"
          label={t('filters.search')}
          placeholder={t('filters.placeholder')}
          icon="search"
          autoComplete="off"
          maxLength={100}
          defaultValue={filter.text}
          onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        />
        <div className="filter-toggle needs-js">
          <Button
            look="line"
            small
            icon="sliders"
            aria-expanded={isOpen}
            aria-controls="filter-more"
            onClick={() => setOpen(!isOpen)}
          >
            {t('filters.toggle')}
          </Button>
        </div>
        <div className="filter-more" id="filter-more" data-closed={isOpen ? undefined : ''}>
          <Chips
            legend={t('filters.type')}
            showLegend
            name="type"
            value={filter.type}
            chips={programTypes.map((value) => ({
              value,
              label: t(`filters.types.${value}`),
              count: counts[value],
            }))}
            onChange={(type) => onChange({ ...filter, type })}
          />
          <div className="row gap-3 no-js">
            <Button type="submit" small look="line">
              {t('filters.submit')}
            </Button>{' '}
            <a className="link as-text" href="/shop">
              {t('filters.clear')}
            </a>
          </div>
        </div>
        <button
          type="button"
          className="link as-text needs-js filter-clear"
          data-idle={isFiltered || isOpen ? undefined : ''}
          onClick={() => onChange(clearedFilter)}
        >
          <Icon name="close" />
          {t('filters.clear')}
        </button>
      </form>
    </search>
  );
}

/**
 * The search field keeps what was typed before the app ran, and follows the URL when that changes from elsewhere
 * (clear, back, a link).
 */
function useSearchField(filter: ProgramFilter, onChange: (filter: ProgramFilter) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('input[type=search]');
    if (!field) return;
    if (isFirst.current) {
      isFirst.current = false;
      if (field.value !== filter.text) onChange({ ...filter, text: field.value });
    } else if (document.activeElement !== field && field.value !== filter.text) {
      field.value = filter.text;
    }
  });
  useEffect(() => {
    // Back and Forward update the field even while it has the focus.
    const follow = () => {
      const field = form.current?.querySelector<HTMLInputElement>('input[type=search]');
      if (field) field.value = searchOf(location.search);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return form;
}
