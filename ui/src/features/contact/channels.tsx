import { useTranslation } from 'react-i18next';
import { Icon } from '../../design/index.ts';
import { useInstagram } from '../../site/channels.ts';
import { useSite } from '../../site/site.ts';

/** Other ways to contact the coach, beside the form. Source: docs/rules.md#8. */
export function Channels() {
  const { t } = useTranslation(['contact', 'common']);
  const { email, phone, dial } = useSite();
  const instagram = useInstagram();
  return (
    <ul className="reach" aria-label={t('channels.label')}>
      <li>
        <a href={`mailto:${email}`}>
          <Icon name="mail" />
          <span>
            {`${t('channels.email')} `}
            <span className="note block anywhere">{email}</span>
          </span>
          <Icon name="arrow" />
        </a>
      </li>
      {phone ? (
        <li>
          <a href={dial && `tel:${dial}`}>
            <Icon name="phone" />
            <span>
              {`${t('channels.phone')} `}
              <span className="note block anywhere">{phone}</span>
            </span>
            <Icon name="arrow" />
          </a>
        </li>
      ) : null}
      {instagram ? (
        <li>
          <a href={instagram.url} target="_blank" rel="noopener">
            <Icon name="instagram" />
            <span>
              {`${t('channels.instagram')} `}
              <span className="note block anywhere">{instagram.handle}</span>
            </span>
            <Icon name="external" />
          </a>
        </li>
      ) : null}
    </ul>
  );
}
