import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeErrors, Toasts, toast } from '#ui/src/features/notification/index.ts';
import { provided } from '../support/frame.tsx';

const say = (title: string, system: 'form' | 'shop' = 'form', tone: 'good' | 'bad' = 'good') =>
  act(() => toast({ system, tone, title }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('toasts', () => {
  beforeEach(async () => {
    const tree = await provided(<Toasts />);
    vi.useFakeTimers();
    render(tree);
  });

  afterEach(() => {
    pass(20_000);
    cleanup();
    vi.useRealTimers();
  });

  it('are announced in a region that exists from the start', () => {
    const region = screen.getByRole('status');
    say('Bewaard');
    expect(region.textContent).toContain('Bewaard');
  });

  it('stay 5 seconds in the first system and 4 in the second', () => {
    say('form');
    say('shop', 'shop');
    pass(3999);
    expect(screen.queryByText('shop')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('shop')).toBeNull();
    pass(999);
    expect(screen.queryByText('form')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('form')).toBeNull();
  });

  it('are three at most: the oldest disappears', () => {
    for (const title of ['one', 'two', 'three', 'four']) say(title);
    expect(screen.queryByText('one')).toBeNull();
    expect(screen.getAllByRole('button').length).toBe(3);
  });

  it('are shown once: an equal one starts anew', () => {
    say('again');
    pass(3000);
    say('again');
    expect(screen.getAllByText('again').length).toBe(1);
    pass(4999);
    expect(screen.queryByText('again')).not.toBeNull();
  });

  it('of an error leave when the form succeeds', () => {
    say('Mislukt', 'form', 'bad');
    say('Gelukt');
    expect(screen.queryByText('Mislukt')).toBeNull();
    expect(screen.queryByText('Gelukt')).not.toBeNull();
  });

  it('of an error leave with the page, others stay', () => {
    say('Gelukt');
    say('Mislukt', 'form', 'bad');
    act(closeErrors);
    expect(screen.queryByText('Mislukt')).toBeNull();
    expect(screen.queryByText('Gelukt')).not.toBeNull();
  });

  it('wait while the pointer or the focus is on them', () => {
    say('read me');
    pass(3000);
    fireEvent.pointerEnter(screen.getByRole('status'));
    pass(60_000);
    expect(screen.queryByText('read me')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('status'));
    pass(1999);
    expect(screen.queryByText('read me')).not.toBeNull();
    pass(1);
    expect(screen.queryByText('read me')).toBeNull();
  });

  it('are closed by a button', () => {
    say('Bewaard');
    fireEvent.click(screen.getByRole('button', { name: 'Melding sluiten' }));
    expect(screen.queryByText('Bewaard')).toBeNull();
  });

  it('interrupt with errors', () => {
    say('Mislukt', 'form', 'bad');
    expect(screen.getByRole('alert').textContent).toContain('Mislukt');
  });
});
