import type { PageLocation, RejectedForm } from '@coachsite/adapters/contract';
import type { SiteFiles } from '@coachsite/server/site-files';
import { noPages } from './server.ts';

const contact: PageLocation = {
  path: '/contact',
  page: { ...noPages.prerender.notFound.page, path: '/contact', id: 'contact', indexable: true },
};

const body = (form: RejectedForm | undefined) =>
  form
    ? `<h1>Contact</h1><textarea>${form.values.message ?? ''}</textarea>${Object.entries(
        form.fields,
      )
        .map(([field, reasons]) => `<p>${field}:${reasons.join()}</p>`)
        .join('')}`
    : '<h1>Contact</h1>';

/** A site with one page, which shows the values and errors of a form that the server returned. */
export const siteWithContactForm: SiteFiles = {
  ...noPages,
  prerender: {
    ...noPages.prerender,
    locations: [contact],
    notFound: { ...contact, path: '/404' },
    render: async (_path, _language, _facts, form) => ({
      head: '<title>Contact</title>',
      body: body(form),
    }),
    describe: async () => ({ title: 'Contact', description: '', structuredData: '{}' }),
  },
};
