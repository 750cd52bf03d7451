import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Prerender, readPrerender, type SiteConfig } from '@coachsite/adapters/contract';
import { publishedPosts } from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { realArticles } from './articles.ts';
import { freePort } from './free-port.ts';
import { linkPackages } from './link-packages.ts';

const root = join(import.meta.dirname, '..', '..');

/** Gives every claim another value. */
const otherClaims: Readonly<Record<string, string>> = {
  'clients-helped': '25+',
  satisfaction: '98%',
  'usual-reply': '3 h',
  'reply-within': '36 h',
  'shop-progress': '80%',
  popular: 'premium-1-on-1',
};

/** The evidence that a testimonial of a real client needs. */
const realWords = {
  sample: false,
  consentRef: 'letter 7',
  verifiedHow: { nl: 'factuur van maart', en: 'invoice of March' },
  words: {
    nl: { name: 'Karel, 41', result: 'Trapt weer zonder pauze', text: 'Ik neem weer de trap.' },
    en: { name: 'Karel, 41', result: 'Takes the stairs again', text: 'I take the stairs again.' },
  },
};

/** A coach with another name and every fact that the law requires. */
export const otherBrand = (site: SiteConfig): SiteConfig => ({
  ...site,
  placeholders: [],
  name: 'Vaart & Vorm',
  shortName: 'Vaart',
  coach: { ...site.coach, name: 'Noor Claes' },
  email: 'noor@vaart.example',
  phone: '+32 470 12 34 56',
  instagram: { handle: '@vaart.vorm', url: 'https://www.instagram.com/vaart.vorm' },
  googleReviewsUrl: 'https://g.page/vaart',
  bookingUrl: 'https://agenda.vaart.example/gesprek',
  contactTo: 'noor@vaart.example',
  mailFrom: 'noor@vaart.example',
  analyticsId: 'G-VAART12345',
  company: {
    ...site.company,
    legalName: 'Noor Claes BV',
    enterpriseNumber: 'BE 0123.456.749',
    vatNumber: 'BE 0123.456.749',
    bankAccount: 'BE68 5390 0754 7034',
    statementsConfirmed: true,
    street: 'Dijkweg 7',
    postalCode: '8000',
    city: 'Brugge',
  },
  processors: { hosting: 'Haven Host', mail: 'Post BV', sms: '' },
  testimonials: site.testimonials.map((testimonial, index) =>
    index > 0 ? testimonial : { ...testimonial, ...realWords },
  ),
  claims: site.claims.map((claim) => ({
    ...claim,
    value: otherClaims[claim.id] ?? claim.value,
    asOf: claim.id === 'satisfaction' ? '2026-02-03' : '2026-03-04',
  })),
});

/** A copy of the product with another site configuration, built and started in its own processes. */
export interface OtherSite {
  readonly url: string;
  /** Its copy of the repository. */
  readonly folder: string;
  readonly outboxDirectory: string;
  readonly prerender: Prerender;
  /** What the program printed until it served. */
  readonly said: string;
  readonly stop: () => void;
}

/** Waits for the line about mails, which means that the program serves; resolves with the whole output. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (text: string) => {
      said += text;
      if (said.includes('Mails')) resolve(said);
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.stderr?.setEncoding('utf8').on('data', listen);
    child.on('exit', () => reject(new Error(`the other site ended: ${said}`)));
  });
}

/** Builds and starts the other site as `npm start` does: only `ui/content/site.json` differs. */
export async function startOtherSite(): Promise<OtherSite> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-brand-'));
  for (const part of ['core', 'adapters', 'server', 'ui', 'scripts']) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)(?:\/|$)/.test(path.slice(root.length)),
    });
  }
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json']) {
    cpSync(join(root, file), join(folder, file));
  }
  linkPackages(folder);
  const path = join(folder, 'ui/content/site.json');
  const site = JSON.parse(readFileSync(path, 'utf8')) as SiteConfig;
  writeFileSync(path, JSON.stringify(otherBrand(site)));

  const port = await freePort();
  const dataDirectory = join(folder, 'data');
  const child = spawn(process.execPath, [join(folder, 'scripts/start.mjs')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'silent',
      AUTH_AUTOCONFIRM: 'false',
    },
  });
  const stop = () => {
    child.removeAllListeners('exit').kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const said = await untilReady(child);
    const module = pathToFileURL(join(folder, 'ui/dist/server/prerender.js')).href;
    const prerender = readPrerender(await import(module))({
      posts: publishedPosts(realArticles(), calendarDay(defaultZone, Date.now())),
      changedOn: {},
    });
    const outboxDirectory = join(dataDirectory, 'outbox');
    return { url: `http://localhost:${port}`, folder, outboxDirectory, prerender, said, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
