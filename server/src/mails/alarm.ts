import type { ToAlarmMail } from '@coachsite/core/alarm';
import { defaultLanguage } from '@coachsite/core/language';
import type { Config } from '../config/config.ts';
import { layOutMail } from './layout.ts';
import { fill, mailTexts } from './texts.ts';

/** Composes the mails to the owner about faults of the site, in the site's first language. Source: docs/operations.md#alarm. */
export function alarmMail(config: Pick<Config, 'site' | 'contactTo' | 'publicUrl'>): ToAlarmMail {
  const { reason, action, faults: lines, wrong, well } = mailTexts[defaultLanguage].alarm;
  return (id, faults) => {
    const { site, contactTo, publicUrl } = config;
    const { paragraph, note, ...texts } = faults.length > 0 ? wrong : well;
    return {
      id,
      to: contactTo,
      ...layOutMail(site, {
        ...texts,
        lang: defaultLanguage,
        paragraphs: [paragraph, ...faults.map((fault) => lines[fault])],
        action: { label: action, url: `${publicUrl}/admin` },
        notes: [note],
        reason: fill(reason, { brand: site.name }),
      }),
    };
  };
}
