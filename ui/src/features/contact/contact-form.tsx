import { type ContactField, contactLimits } from '@coachsite/core/contact';
import { languageUrl } from '@coachsite/core/language';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Textarea, Words } from '../../design/index.ts';
import { FormNotice } from './form-notice.tsx';
import { trapField } from './submit-message.ts';
import { type SendingEnd, useContactForm } from './use-contact-form.ts';

/**
 * The contact form. Its fields are uncontrolled, so text typed before React starts stays. Without React it posts to the
 * server, which responds with this page and the input kept, in the language of the page even without cookies. `onEnd`
 * is told how a try ended. `next` is shown below the thanks once a message is sent. Source: docs/rules.md#4,
 * docs/rules.md#5, docs/rules.md#8, docs/contract.md#7, docs/law-and-search.md#D30, docs/law-and-search.md#D31,
 * docs/law-and-search.md#D33, docs/law-and-search.md#E5.
 */
export function ContactForm({
  onEnd,
  next,
}: {
  readonly onEnd: (end: SendingEnd) => void;
  readonly next: ReactNode;
}) {
  const { t, i18n } = useTranslation(['contact', 'common']);
  const form = useRef<HTMLFormElement>(null);
  const { returned, state, pending, errors, typed, again, handlers } = useContactForm(form, onEnd);
  if (state.kind === 'sent') {
    const { Panel, email, at } = state;
    return (
      <Panel email={email} at={at} onAgain={again}>
        {next}
      </Panel>
    );
  }

  const errorOf = (field: ContactField) => {
    const reason = errors[field];
    if (!reason) return undefined;
    const isLong = reason === 'too_long';
    if (field === 'email') return t(`common:emailReason.${isLong ? 'length' : reason}`);
    const count = typed ?? returned?.values.message?.length;
    return t(`errors.${field}.${isLong ? 'too_long' : 'required'}`, {
      max: contactLimits[field],
      count,
    });
  };
  const shared = (field: ContactField) => ({
    id: `contact-${field}`,
    name: field,
    label: t(`form.${field}`),
    error: errorOf(field),
    defaultValue: returned?.values[field] ?? '',
    required: true,
    readOnly: pending,
    'data-draft-field': '',
  });
  const max = contactLimits.message;
  return (
    <form
      ref={form}
      className="stack gap-5 mw-46"
      action={languageUrl('/contact', i18n.language)}
      method="post"
      noValidate
      aria-label={t('form.label')}
      aria-busy={pending || undefined}
      data-app=""
      data-draft=""
      {...handlers}
    >
      <FormNotice state={state} isBusy={pending} />
      <div className="st-grid c2 field-rows">
        <Input {...shared('name')} type="text" autoComplete="name" />
        <Input {...shared('email')} type="email" autoComplete="email" inputMode="email" />
      </div>
      <Input {...shared('subject')} type="text" autoComplete="off" />
      <Textarea
        {...shared('message')}
        rows={5}
        hint={t('form.medical')}
        counter={typed ? t('form.counter', { count: typed, max }) : t('form.limit', { max })}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="contact-website">{t('form.trap')}</label>
        <input id="contact-website" name={trapField} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="row between nowrap-lg">
        <Button type="submit" icon="arrow" busy={pending} busyLabel={t('form.sending')}>
          {t('form.send')}
        </Button>
        <p className="note mw-30">
          <Words text={t('form.privacy')} /> <a href="/privacy">{t('form.privacyLink')}</a>.
        </p>
      </div>
    </form>
  );
}
