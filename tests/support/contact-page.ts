import type { Address, ReturnedForm, SiteFiles } from '@coachsite/server/pages/site-files';

const contact: Address = {
  path: '/contact',
  page: {
    id: 'contact',
    indexable: true,
    kind: 'document',
    dutchOnly: false,
    changedOn: '2026-01-01',
  },
};

const body = (form: ReturnedForm | undefined) =>
  form
    ? `<h1>Contact</h1><textarea>${form.values.message ?? ''}</textarea>${Object.entries(
        form.fields,
      )
        .map(([field, reasons]) => `<p>${field}:${reasons.join()}</p>`)
        .join('')}`
    : '<h1>Contact</h1>';

/** A site of one page, which shows what a form that was sent back holds. */
export const siteWithContactForm: SiteFiles = {
  prerender: {
    addresses: [contact],
    notFound: { ...contact, path: '/404' },
    render: async (_path, _language, _facts, form) => ({
      head: '<title>Contact</title>',
      body: body(form),
    }),
    describe: async () => ({ title: 'Contact', description: '', structuredData: '{}' }),
  },
  manifest: {
    app: '/assets/app.js',
    session: '/assets/session.js',
    styles: '/assets/app.css',
    document: '/assets/document.js',
    font: '/assets/font.woff2',
    startScript: '',
    speculationRules: '',
    laterStyles: '',
    stylesByPage: {},
  },
  assets: new Map(),
};
