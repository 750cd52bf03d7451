import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDrafts } from '#ui/src/document/contact-draft.ts';
import { ContactForm } from '#ui/src/features/contact/contact-form.tsx';
import type { SendingEnd } from '#ui/src/features/contact/use-contact-form.ts';
import { siteFile } from '#ui/src/site/site.ts';
import { show } from '../support/show.tsx';

// The page loads it when a message is sent; here `fetch` responds for the server from then on.
import '#ui/src/features/contact/contact-request.ts';

const realFetch = globalThis.fetch;
let requests: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
let ends: SendingEnd[] = [];

/** Responds to requests of the page; undefined means offline. */
function serverResponds(respond: () => Response | undefined | Promise<Response>) {
  globalThis.fetch = async (path, init) => {
    requests.push({ path: String(path), body: JSON.parse(String(init?.body)) });
    const response = await respond();
    if (!response) throw new TypeError('network');
    return response;
  };
}

/** The site with an account on Instagram. */
const site = { ...siteFile, placeholders: [] };

const open = (language: 'nl' | 'en' = 'nl', form?: Parameters<typeof show>[1]['form']) =>
  show(<ContactForm onEnd={(end) => ends.push(end)} next={<p>next</p>} />, {
    language,
    texts: ['contact'],
    config: { site },
    ...(form ? { form } : {}),
  });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });

function type(values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    fireEvent.input(field(name), { target: { value } });
  }
}

const whole = {
  Naam: 'Jan',
  'E-mail': 'Jan@Example.be',
  Onderwerp: 'Vraag',
  Bericht: 'Hallo daar',
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Verstuur bericht' }));

beforeEach(() => {
  sessionStorage.clear();
  requests = [];
  ends = [];
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('the contact form', () => {
  test.each([
    ['nl', '/contact'],
    ['en', '/contact?lang=en'],
  ] as const)('without the app it is sent to the URL that responds in %s', async (language, to) => {
    await open(language);
    expect(screen.getByRole('form').getAttribute('action')).toBe(to);
  });

  test('shows what is missing beside each field and focuses the first', async () => {
    await open();
    type({ Naam: 'Jan' });
    send();
    await screen.findByText('Je bericht is nog niet verzonden');
    await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
    for (const name of ['E-mail', 'Onderwerp', 'Bericht']) {
      expect(field(name).getAttribute('aria-invalid')).toBe('true');
      const described = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      const texts = described.map((id) => document.getElementById(id)?.textContent);
      expect(texts.join(' ')).not.toBe('');
    }
    expect(field('Naam').value).toBe('Jan');
    expect(requests).toEqual([]);
  });

  test('says nothing of sending when it finds a mistake', async () => {
    const said: (string | null)[] = [];
    await open();
    const heard = new MutationObserver(() => said.push(document.body.textContent));
    heard.observe(document.body, { subtree: true, childList: true, attributes: true });
    send();
    await waitFor(() => expect(document.activeElement).toBe(field('Naam')));
    heard.disconnect();
    expect(said.filter((text) => text?.includes('Bezig met versturen'))).toEqual([]);
    expect(document.querySelector('[aria-busy]')).toBeNull();
  });

  test('removes an error as soon as it is corrected', async () => {
    await open();
    send();
    await screen.findByText('Waarover gaat je bericht?');
    type({ Onderwerp: 'Vraag' });
    expect(screen.queryByText('Waarover gaat je bericht?')).toBeNull();
  });

  test('says that a text is too long once it is no longer missing', async () => {
    await open();
    send();
    await screen.findByText('Schrijf kort wat je wil weten.');
    type({ Bericht: 'x'.repeat(1001) });
    expect(screen.queryByText('Schrijf kort wat je wil weten.')).toBeNull();
    expect(screen.getByText(/hoogstens 1000 tekens/)).toBeDefined();
  });

  test('shows an error for an invalid address when its field loses focus', async () => {
    await open('en');
    fireEvent.input(field('Email'), { target: { value: 'jan@' } });
    fireEvent.blur(field('Email'));
    expect(await screen.findByText('Invalid email format')).toBeDefined();
  });

  test('sends once however often it is pressed, and shows a confirmation in place of the form', async () => {
    let respond: (response: Response) => void = () => {};
    serverResponds(() => new Promise((resolve) => (respond = resolve)));
    await open();
    type(whole);
    const button = screen.getByRole('button', { name: 'Verstuur bericht' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => {
      const busy = screen.getByRole('button', { name: 'Verstuur bericht' });
      expect(busy).toHaveProperty('disabled', true);
      expect(busy.textContent).toBe('Bezig met versturen');
    });
    await waitFor(() => expect(requests).toHaveLength(1));
    respond(Response.json({ id: '1' }, { status: 201 }));
    const panel = await screen.findByRole('status');
    expect(within(panel).getByText('Bericht ontvangen!')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(panel));
    expect(requests.map(({ path }) => path)).toEqual(['/api/contact']);
    expect(requests[0]?.body).toMatchObject({
      name: 'Jan',
      email: 'jan@example.be',
      subject: 'Vraag',
      message: 'Hallo daar',
      website: '',
    });
    expect(ends).toEqual(['sent']);
  });

  test('starts another message in the first field', async () => {
    serverResponds(() => Response.json({ id: '1' }, { status: 201 }));
    await open();
    type(whole);
    send();
    fireEvent.click(await screen.findByRole('button', { name: 'Nog een bericht sturen' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Naam')));
    expect(field('Naam').value).toBe('');
  });

  test.each([
    ['the visitor is offline', (): Response | undefined => undefined, 'failed'],
    ['the server fails', () => new Response('oops', { status: 500 }), 'failed'],
    [
      'too many were sent',
      () => Response.json({ code: 'over_request_rate_limit', message: '' }, { status: 429 }),
      'limited',
    ],
  ] as const)(
    'keeps the text and offers alternatives when %s',
    async (_why, respond: () => Response | undefined, end) => {
      serverResponds(respond);
      await open();
      type(whole);
      send();
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText('Bericht niet verzonden')).toBeDefined();
      expect(within(alert).getByRole('link', { name: 'Instagram' })).toBeDefined();
      expect(within(alert).getByRole('link', { name: 'Stuur een e-mail' })).toBeDefined();
      expect(within(alert).getByRole('button', { name: 'Probeer opnieuw' })).toBeDefined();
      for (const [name, value] of Object.entries(whole)) expect(field(name).value).toBe(value);
      expect(ends).toEqual([end]);
      // Under a long form the notice may be out of view; the next failed try shows it again.
      await waitFor(() => expect(document.activeElement).toBe(alert));
      field('Bericht').focus();
      send();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
    },
  );

  test('shows an error of the server beside its field', async () => {
    const error = { code: 'validation_failed', message: '', fields: { message: 'too_long' } };
    serverResponds(() => Response.json(error, { status: 422 }));
    await open();
    type(whole);
    send();
    expect(await screen.findByText(/hoogstens 1000 tekens/)).toBeDefined();
    expect(field('Bericht').getAttribute('aria-invalid')).toBe('true');
  });

  test('returned by the server, keeps all text and shows every error', async () => {
    await open('en', {
      values: { name: 'Jan', email: 'no', subject: '', message: 'Hello' },
      fields: { email: ['format'], subject: ['required'] },
      error: 'validation_failed',
    });
    expect(field('Name').value).toBe('Jan');
    expect(field('Message').value).toBe('Hello');
    expect(screen.getByText('Invalid email format')).toBeDefined();
    expect(screen.getByText('What’s your message about?')).toBeDefined();
  });

  test('keeps a draft from the first keystroke until the message is sent', async () => {
    startDrafts();
    await open();
    type({ Onderwerp: 'Vraag', Bericht: 'Half af' });
    await open();
    expect(field('Bericht').value).toBe('Half af');
    expect(field('Onderwerp').value).toBe('Vraag');
    serverResponds(() => Response.json({ id: '1' }, { status: 201 }));
    type(whole);
    send();
    await screen.findByText('Bericht ontvangen!');
    await open();
    expect(field('Bericht').value).toBe('');
  });

  test('hides the honeypot field from people and assistive technology', async () => {
    await open();
    const honeypot = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(honeypot?.closest('[aria-hidden=true]')).not.toBeNull();
    expect(honeypot?.tabIndex).toBe(-1);
    expect(honeypot?.autocomplete).toBe('off');
  });
});
