import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createRouter } from '#ui/src/app/router.tsx';
import { NotifyMeForm } from '#ui/src/features/shop/index.ts';
import type { Language } from '#ui/src/i18n/index.ts';
import { textsOf } from '../support/frame.tsx';
import { someRuntimeConfig } from '../support/runtime-config.ts';
import { show } from '../support/show.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  cleanup();
});

/** The shop as the app shows it at a URL. */
async function openShop(path = '/shop', language: Language = 'nl') {
  const router = createRouter({ i18n: await textsOf(language), config: someRuntimeConfig });
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history });
  await router.load();
  render(<RouterProvider router={router} />);
  await screen.findByRole('searchbox');
  return { url: () => router.state.location.href };
}

const shown = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

const count = () => within(screen.getByRole('main')).getByRole('status').textContent;

const kickstart = '8-weekse kickstart';

describe('the filters of the shop', () => {
  test('show all four programs at first, with a count for each type', async () => {
    await openShop();
    expect(shown()).toHaveLength(4);
    expect(count()).toBe('4 trajecten');
    const types = screen.getByRole('group', { name: 'Type programma' });
    const names = within(types).getAllByRole('radio');
    expect(names).toHaveLength(4);
    expect(within(types).getByRole('radio', { name: 'Alle trajecten' })).toHaveProperty(
      'checked',
      true,
    );
  });

  test('follow what is typed, and keep it in the URL', async () => {
    const { url } = await openShop();
    const search = screen.getByRole('searchbox', { name: 'Zoek een traject' });
    fireEvent.input(search, { target: { value: 'KICK' } });
    await waitFor(() => expect(shown()).toEqual([kickstart]));
    expect(count()).toBe('1 traject');
    expect(url()).toBe('/shop?q=KICK');
    fireEvent.input(search, { target: { value: '8' } });
    await waitFor(() => expect(url()).toBe('/shop?q=8'));
    expect(shown()).toEqual([kickstart]);
  });

  test('are restored from the URL', async () => {
    await openShop('/shop?q=dagen&type=ebook');
    expect(shown()).toEqual(['30 dagen leefstijlreset']);
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'dagen');
    expect(screen.getByRole('radio', { name: 'E-books' })).toHaveProperty('checked', true);
  });

  test('accept an unknown type and a number', async () => {
    await openShop('/shop?q=8&type=nonsense');
    expect(shown()).toEqual([kickstart]);
    expect(screen.getByRole('radio', { name: 'Alle trajecten' })).toHaveProperty('checked', true);
  });

  test.each(['(', '.*', '\\', '%'])('treat %s as a plain character', async (text) => {
    await openShop();
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: text } });
    await screen.findByText('Geen traject gevonden');
    expect(shown()).toEqual([]);
    expect(count()).toBe('0 trajecten');
  });

  test('narrow by type and are cleared at once, including the URL', async () => {
    const { url } = await openShop();
    fireEvent.click(screen.getByRole('radio', { name: 'Bundels' }));
    await waitFor(() => expect(url()).toBe('/shop?type=bundle'));
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
    await screen.findByText('Geen traject gevonden');
    fireEvent.click(screen.getByRole('button', { name: 'Wis filters' }));
    await waitFor(() => expect(shown()).toHaveLength(4));
    expect(url()).toBe('/shop');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  test('collapse behind a button that says whether they are open', async () => {
    await openShop();
    const toggle = screen.getByRole('button', { name: 'Filters' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
  });

  test('work in English too', async () => {
    await openShop('/shop?q=reset', 'en');
    expect(shown()).toEqual(['30-day lifestyle reset']);
    expect(count()).toBe('1 program');
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined();
  });
});

describe('every program', () => {
  test('is coming soon, shows four features, and leads to its page; the page says 75 % once', async () => {
    await openShop();
    for (const card of screen.getAllByRole('article')) {
      expect(within(card).getByText('Binnenkort beschikbaar')).toBeDefined();
      expect(within(card).queryByText(/75/)).toBeNull();
      expect(within(card).getAllByRole('listitem')).toHaveLength(4);
      const details = within(card).getByRole('link', { name: /^Details/ });
      expect(details.getAttribute('href')).toMatch(/^\/shop\/[a-z0-9-]+$/);
    }
    expect(screen.getAllByText('Populair')).toHaveLength(1);
    const now = screen.getByRole('link', { name: /1-op-1 coaching begint nu/ });
    expect(now.getAttribute('href')).toBe('/coaching/1-on-1');
    expect(now.closest('article')?.textContent).toContain('Premium');
  });
});

describe('notify me', () => {
  const open = () =>
    show(<NotifyMeForm id="mind-body-12" onSent={() => {}} />, { texts: ['programs'] });
  const field = () => screen.getByRole('textbox', { name: 'E-mail' });
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Hou me op de hoogte' }));
  const respond = (status: number, body: unknown) => {
    const sent: unknown[] = [];
    globalThis.fetch = async (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return new Response(JSON.stringify(body), { status });
    };
    return sent;
  };

  test('shows beside the field what is wrong, and sends nothing', async () => {
    const sent = respond(202, {});
    await open();
    send();
    expect(await screen.findByText('Vul je e-mailadres in.')).toBeDefined();
    fireEvent.input(field(), { target: { value: 'a..b@example.be' } });
    expect(screen.queryByText('Vul je e-mailadres in.')).toBeNull();
    send();
    expect(
      await screen.findByText('Er staat een punt te veel of op de verkeerde plaats.'),
    ).toBeDefined();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  test('sends one request and says what to do next', async () => {
    const sent = respond(202, {});
    await open();
    fireEvent.input(field(), { target: { value: ' Jan@Example.be ' } });
    const button = screen.getByRole('button', { name: 'Hou me op de hoogte' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Nog één klik in je mailbox')).toBeDefined();
    expect(sent).toEqual([{ email: 'jan@example.be', programId: 'mind-body-12' }]);
  });

  test('keeps the address when the request fails', async () => {
    globalThis.fetch = async () => {
      throw new TypeError('offline');
    };
    await open();
    fireEvent.input(field(), { target: { value: 'jan@example.be' } });
    send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('niet aangekomen');
    expect(field()).toHaveProperty('value', 'jan@example.be');
  });

  test('asks a visitor to wait after too many requests', async () => {
    respond(429, { code: 'over_request_rate_limit', message: '' });
    await open();
    fireEvent.input(field(), { target: { value: 'jan@example.be' } });
    send();
    expect((await screen.findByRole('alert')).textContent).toContain('over enkele minuten');
  });
});
