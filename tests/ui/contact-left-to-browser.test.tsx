import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ContactForm } from '#ui/src/features/contact/contact-form.tsx';
import { siteFile } from '#ui/src/site/site.ts';
import { show } from '../support/show.tsx';

// The part of the app that sends a message does not load, as after an update of the site.
vi.mock('#ui/src/features/contact/contact-request.ts', () => {
  throw new Error('404');
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('a form that was left to the browser is sent again when the page comes back from its cache', async () => {
  const submitted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  await show(<ContactForm onEnd={() => {}} next={<p>next</p>} />, {
    language: 'nl',
    texts: ['contact'],
    config: { site: { ...siteFile, placeholders: [] } },
  });
  const values = { Naam: 'Jan', 'E-mail': 'Jan@Example.be', Onderwerp: 'Vraag', Bericht: 'Dag' };
  for (const [name, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(name, { exact: true }), { target: { value } });
  const send = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Verstuur bericht' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await send();
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(1));
  await send();
  expect(submitted).toHaveBeenCalledTimes(1);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await send();
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(2));
});
