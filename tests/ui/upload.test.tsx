import { fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scaleStep } from '#ui/src/features/admin/ebook/download-chart.tsx';
import { UploadForm } from '#ui/src/features/admin/ebook/upload-form.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import type { Language } from '#ui/src/i18n/index.ts';
import { show } from '../support/show.tsx';

/** A request that the test drives: its progress and its response. */
class Sending {
  static all: Sending[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  path = '';
  body: FormData | undefined;
  open(_method: string, path: string) {
    this.path = path;
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send(body: FormData) {
    this.body = body;
    Sending.all.push(this);
  }
  abort() {
    this.onabort?.();
  }
  respond(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const realRequest = globalThis.XMLHttpRequest;
let uploaded: string[] = [];

const open = (language: Language = 'en') =>
  show(
    <>
      <UploadForm onUploaded={({ fileName }) => uploaded.push(fileName)} />
      <Toasts />
    </>,
    { language, texts: ['admin'] },
  );

const input = () => screen.getByLabelText<HTMLInputElement>('E-book (PDF)', { exact: true });
const choose = (name: string, type: string) =>
  fireEvent.change(input(), { target: { files: [new File(['%PDF-1.7'], name, { type })] } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;
const current = () => Sending.all.at(-1) as Sending;

beforeEach(() => {
  Sending.all = [];
  uploaded = [];
  globalThis.XMLHttpRequest = Sending as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = realRequest;
});

describe('replacing the e-book', () => {
  test.each([
    ['en', 'Upload', 'Please select a PDF file'],
    ['nl', 'Uploaden', 'Selecteer een PDF bestand'],
  ] as const)('accepts PDF files only (%s)', async (language, button, text) => {
    await open(language);
    choose('notes.docx', 'application/msword');
    await waitFor(() => expect(lastToast()).toBe(text));
    expect(document.getElementById('upload-error')?.textContent).toBe(text);
    expect(input().getAttribute('aria-invalid')).toBe('true');
    press(button);
    expect(Sending.all).toEqual([]);
  });

  test.each([
    ['en', 'Upload', 'Upload one file at a time.'],
    ['nl', 'Uploaden', 'Upload één bestand tegelijk.'],
  ] as const)('accepts one file at a time (%s)', async (language, button, text) => {
    await open(language);
    const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
    fireEvent.drop(screen.getByRole('group'), {
      dataTransfer: { files: [file('a.pdf'), file('b.pdf')] },
    });
    await waitFor(() => expect(lastToast()).toBe(text));
    expect(document.getElementById('upload-error')?.textContent).toBe(text);
    press(button);
    expect(Sending.all).toEqual([]);
    // The server rejects the same files with the same message.
    choose('guide.pdf', 'application/pdf');
    press(button);
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    current().respond(400, { code: 'too_many_files' });
    await waitFor(() => expect(document.getElementById('upload-error')?.textContent).toBe(text));
  });

  test('asks for a file when there is none', async () => {
    await open();
    press('Upload');
    await waitFor(() => expect(lastToast()).toBe('Please select a PDF file'));
    expect(Sending.all).toEqual([]);
  });

  test('shows its progress and says when the file is online', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    expect(current().path).toBe('/api/admin/ebook');
    expect(current().body?.get('file')).toMatchObject({ name: 'guide.pdf' });
    current().upload.onprogress?.({ loaded: 1_300_000, total: 2_600_000 });
    await waitFor(() =>
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50'),
    );
    current().respond(201, { id: '1', fileName: 'guide.pdf', warnings: [] });
    await waitFor(() => expect(lastToast()).toBe('E-book uploaded successfully!'));
    expect(uploaded).toEqual(['guide.pdf']);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test.each([
    [415, { code: 'not_a_pdf' }, 'Please select a PDF file', 'Please select a PDF file'],
    [
      413,
      { code: 'file_too_large', limitBytes: 26_214_400 },
      'Error uploading e-book',
      'This file is too large: at most 26.2\u00a0MB.',
    ],
    [
      500,
      {},
      'Error uploading e-book',
      'The file did not arrive. Check your connection and try again.',
    ],
  ])('keeps the reason of an error beside the file (%i)', async (status, body, toast, bare) => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    current().respond(status, body);
    await waitFor(() => expect(lastToast()).toContain(toast));
    expect(document.getElementById('upload-error')?.textContent).toBe(bare);
    expect(uploaded).toEqual([]);
  });

  test('takes no file that is dropped while another is on its way', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    const file = new File(['no'], 'notes.txt', { type: 'text/plain' });
    const zone = screen.getByRole('group', { name: 'A new PDF' });
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
    expect(screen.getByRole('progressbar')).toBeDefined();
    expect(document.getElementById('upload-error')).toBeNull();
    press('Cancel');
    expect(await screen.findByText(/^Chosen: guide\.pdf/)).toBeDefined();
  });

  test('stops when it is cancelled, and changes nothing', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    press('Cancel');
    await screen.findByText('The upload was stopped. Nothing has changed.');
    expect(uploaded).toEqual([]);
  });

  test('is not said to be stopped once the whole file has left', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    current().upload.onprogress?.({ loaded: 2_600_000, total: 2_600_000 });
    await screen.findByText('The file is being checked');
    press('Cancel');
    current().respond(201, { id: '1', fileName: 'guide.pdf', warnings: [] });
    await waitFor(() => expect(uploaded).toEqual(['guide.pdf']));
    expect(screen.queryByText(/^The upload was stopped/)).toBeNull();
  });

  test('keeps the file of a stopped upload, and sends it on the next press', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    press('Cancel');
    await screen.findByText('The upload was stopped. Nothing has changed.');
    expect(screen.getByText(/^Chosen: guide\.pdf/)).toBeDefined();
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(2));
    expect(current().body?.get('file')).toMatchObject({ name: 'guide.pdf' });
  });

  test('keeps the file that did not reach the server, and says what to check', async () => {
    await open();
    choose('guide.pdf', 'application/pdf');
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    current().onerror?.();
    const text = 'The file did not arrive. Check your connection and try again.';
    await waitFor(() => expect(document.getElementById('upload-error')?.textContent).toBe(text));
    expect(lastToast()).toBe(`Error uploading e-book ${text}`);
    expect(screen.getByText(/^Chosen: guide\.pdf/)).toBeDefined();
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(2));
    expect(current().body?.get('file')).toMatchObject({ name: 'guide.pdf' });
  });

  test('reports that a file has changed since it was chosen, and asks for it again', async () => {
    await open();
    const file = new File(['%PDF-1.7'], 'guide.pdf', { type: 'application/pdf' });
    file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('changed')) }) as never;
    fireEvent.change(input(), { target: { files: [file] } });
    press('Upload');
    await waitFor(() => expect(Sending.all).toHaveLength(1));
    current().onerror?.();
    const text = 'The file has changed or moved since you chose it. Choose it again.';
    await waitFor(() => expect(document.getElementById('upload-error')?.textContent).toBe(text));
    press('Upload');
    expect(Sending.all).toHaveLength(1);
  });
});

test('the scale of the chart fits its highest bar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (max) => {
      const step = scaleStep(max);
      expect(Number.isInteger(step)).toBe(true);
      expect(step * 4).toBeGreaterThanOrEqual(max);
    }),
  );
});
