import { useTranslation } from 'react-i18next';
import { Button, Input } from '../../../design/index.ts';
import { textOf, useSubmit } from '../../../forms/index.ts';

/** Finds entries of a list by words; an empty field shows all. `label` names the form, `words` the field. */
export function SearchForm({
  id,
  label,
  words,
  onFind,
}: {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  onFind(words: string): void;
}) {
  const { t } = useTranslation('admin');
  const { submit } = useSubmit(async (form) => onFind(textOf(form, 'words').trim()));
  return (
    <form
      className="row gap-3 search-form"
      method="dialog"
      noValidate
      data-app
      onSubmit={submit}
      aria-label={label}
    >
      <Input id={id} name="words" type="search" label={words} autoComplete="off" maxLength={200} />
      <Button type="submit" look="line" icon="search">
        {t('errors.find')}
      </Button>
    </form>
  );
}
