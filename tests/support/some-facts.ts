import type { OwnerFacts } from '@coachsite/core/facts';

/** The complete facts of a made-up coach; a new fact does not compile until it is given here. */
export const someFacts: Required<OwnerFacts> & { readonly coach: Required<OwnerFacts['coach']> } = {
  coach: {
    name: 'Sam Voorbeeld',
    portrait: {
      file: '0123456789abcdef',
      alt: { nl: 'Sam lacht', en: 'Sam smiles' },
      focalPoint: { x: 40, y: 25 },
    },
    training: [{ title: 'Bachelor Sport en Beweging', school: 'Hogeschool Voorbeeld', year: 2015 }],
    since: 2017,
    languages: ['nl', 'en', 'fr'],
    region: { nl: 'Gent', en: 'Ghent' },
    reason: { nl: 'Omdat het mij hielp.', en: 'Because it helped me.' },
  },
  email: 'sam@coach.example',
  phone: '+32 470 12 34 56',
  instagram: { handle: '@sam.voorbeeld', url: 'https://www.instagram.com/sam.voorbeeld' },
  googleReviewsUrl: 'https://g.page/sam',
  bookingUrl: 'https://agenda.example/sam',
  openingPromise: { nl: 'Na week één heb je een plan.', en: 'After week one you have a plan.' },
  prices: {
    '1-on-1': {
      amountCents: 14_900,
      from: true,
      per: 'month',
      includes: { nl: ['Elke week een gesprek'], en: ['A call every week'] },
      minimumTermMonths: 3,
    },
    'online-consultation': {
      amountCents: 7_550,
      from: false,
      per: 'hour',
      includes: { nl: [], en: [] },
    },
  },
  testimonials: [
    {
      id: 'karel',
      category: 'weight-loss',
      sample: false,
      consentRef: 'letter 7',
      verifiedHow: { nl: 'factuur van maart', en: 'invoice of March' },
      words: {
        nl: { name: 'Karel, 41', result: 'Neemt de trap', text: 'Ik neem weer de trap.' },
        en: { name: 'Karel, 41', result: 'Takes the stairs', text: 'I take the stairs again.' },
      },
    },
  ],
  claims: [
    { id: 'clients-helped', value: '25+', basis: 'list of clients', asOf: '2026-03-04' },
    { id: 'satisfaction', value: '98%', basis: 'survey', asOf: '2026-02-03' },
    { id: 'usual-reply', value: '3 h', basis: 'inbox', asOf: '2026-03-04' },
    { id: 'reply-within', value: '24 h', basis: 'promise', asOf: '2026-03-04' },
    { id: 'shop-progress', value: '75%', basis: 'plan', asOf: '2026-03-04' },
  ],
  company: {
    legalName: 'Sam Voorbeeld BV',
    enterpriseNumber: 'BE 0123.456.749',
    vatNumber: '',
    vatExempt: true,
    statementsConfirmed: true,
    bankAccount: 'BE68 5390 0754 7034',
    street: 'Dijkweg 7',
    postalCode: '9000',
    city: 'Gent',
    country: 'BE',
  },
  texts: {
    homeLead: { nl: 'Een plan voor {{coach}}.', en: 'A plan for {{coach}}.' },
    aboutLead: { nl: 'Ik coach in Gent.', en: 'I coach in Ghent.' },
    aboutStory: { nl: 'Eerst dit.\n\nDan dat.', en: 'This first.\n\nThen that.' },
    faq: {
      nl: '## Geld\n\n### Wat kost het? {#price}\nDat zeg ik vooraf.',
      en: '## Money\n\n### What does it cost? {#price}\nI say so beforehand.',
    },
  },
};
