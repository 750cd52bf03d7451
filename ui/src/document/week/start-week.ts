import { initialLanguage, type Language } from '@coachsite/core/language';
import { dayOf, endOf, type HalfHour, halfHourAt, slotOf, timeOf } from '@coachsite/core/week';
import button from '../../design/button.css?inline';
import chips from '../../design/chips.css?inline';
import reducedMotion from '../../design/reduced-motion.css?inline';
import { announce, root } from '../page.ts';
import { element } from './element.ts';
import { type Picture, weekGrid } from './grid.ts';
import { followKeys } from './keys.ts';
import { followPointer, halfHourUnder } from './pointer.ts';
import { weekResult } from './result.ts';
import { type Happening, WeekState } from './state.ts';
import { fill, loadTexts, type WeekTexts } from './texts.ts';
import { weekTools } from './tools.ts';
import styles from './week.css?inline';

/** Before the first of the sheets, so that the styles of the week come last. */
const layers = '@layer base,components,week,motion;';

/** From this width each half hour is at least 24 pixels wide; below, one day is opened at a time. */
const isWide = () => matchMedia('(min-width: 80rem)').matches;

const textsIn = (host: HTMLElement, selector: string) =>
  [...host.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** Reads from the picture what the grid shows too. */
const pictureOf = (host: HTMLElement): Picture => ({
  days: textsIn(host, '.d'),
  hours: textsIn(host, '.ax span'),
  pin: textsIn(host, '.pin')[0] ?? '',
});

/** The time of a stroke, from the first half hour to the end of the last, whichever was painted first. */
function spanOf(from: HalfHour, to: HalfHour, texts: WeekTexts, language: Language): string {
  const slots = [from, to].sort((a, b) => slotOf(a) - slotOf(b)) as [HalfHour, HalfHour];
  return fill(texts.span, { from: timeOf(slots[0], language), to: endOf(slots[1], language) });
}

/** What the live region says: what happened, then the sum. */
function announcementOf(
  happening: Happening,
  state: WeekState,
  texts: WeekTexts,
  language: Language,
) {
  const when = (at: HalfHour) => ({ day: texts.days[dayOf(at)] ?? '', time: timeOf(at, language) });
  switch (happening.kind) {
    case 'painted':
      return fill(texts.painted, {
        ...when(happening.from),
        span: spanOf(happening.from, happening.to, texts, language),
        kind: texts.kinds[state.week.kinds[happening.to] ?? 'free'],
      });
    case 'picked':
      return fill(texts.pickedSaid, when(happening.at));
    case 'taken':
      return fill(texts.taken, {
        ...when(happening.at),
        kind: texts.kinds[state.week.kinds[happening.at] ?? 'free'],
      });
    case 'preset':
      return '';
    default:
      return happening.kind === 'cleared' ? texts.cleared : texts.undone;
  }
}

/** Replaces the picture inside `host` by the grid, in its shadow, so that the markup of the page stays as it is. */
function takeOver(host: HTMLElement, texts: WeekTexts, language: Language) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(layers + chips + button + styles + reducedMotion);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];

  let isPlanned = false;
  const state = new WeekState((happening) => {
    if (happening) {
      const said = announcementOf(happening, state, texts, language);
      announce(happening.kind === 'taken' ? said : `${said} ${result.spoken()}`.trim());
      result.warn(happening.kind === 'taken' ? said : undefined);
    }
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(render);
  });
  const view = weekGrid(pictureOf(host), texts, language);
  const bar = weekTools(state, texts);
  const booking = host.querySelector<HTMLAnchorElement>('[slot=call] a');
  const result = weekResult(booking, state, texts, language);
  function render() {
    isPlanned = false;
    view.render(state);
    bar.render();
    result.render();
  }
  const press = followPointer(view, state, texts, language);
  // The focus stays in the grid, so nothing else says what was chosen.
  followKeys(view, state, (tool) => announce(texts.tools[tool]));
  render();
  shadow.append(element('div', { class: 'week' }, view.stage, bar.bar, result.panel));
  return { state, view, press };
}

type Week = ReturnType<typeof takeOver>;

/** The mouse button that is down on a picture whose grid is still loading. */
const held = new WeakMap<HTMLElement, PointerEvent>();

function holdPresses(host: HTMLElement) {
  host.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && !host.shadowRoot) held.set(host, event);
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    host.addEventListener(type, () => held.delete(host));
}

/** Does what a press on the picture meant: paints the half hour under it, or opens its day; its button only starts. */
function repeatPress({ state, view }: Week, event: MouseEvent, onButton: boolean) {
  // A press of a key has no clicks to count: then the cell must be in view, as the focus shows where one is.
  if (onButton) view.cells[state.active]?.focus({ preventScroll: event.detail > 0 });
  else if (isWide()) {
    const at = halfHourUnder(view, event);
    if (at !== undefined) state.toggle(at);
  } else state.moveTo(halfHourAt(view.dayUnder(event.clientY), slotOf(state.active)));
}

const known = new WeakSet<HTMLElement>();

/**
 * Turns the picture of the week inside `host` into the grid that can be painted. The texts are loaded at the first sign
 * of use. The picture is replaced when it is pressed (the press is then repeated on the grid), when a mouse moves over
 * it and nothing would shift, or, without an `event`, at once, for a week that was painted before. Source:
 * docs/rules.md#week.
 */
export async function startWeek(host: HTMLElement, event?: Event): Promise<void> {
  const language = initialLanguage(root.lang);
  const target = event?.target as Element | undefined;
  if (host.shadowRoot || target?.closest('a') || !('adoptedStyleSheets' in document)) return;
  if (!known.has(host)) holdPresses(host);
  known.add(host);
  const texts = await loadTexts(language);
  const isMouse = event?.type === 'pointerover' && (event as PointerEvent).pointerType === 'mouse';
  const isPress = event?.type === 'click';
  if (host.shadowRoot || !(isPress || !event || (isMouse && isWide()))) return;
  const onButton = !!target?.closest('button');
  const hadFocus =
    host.contains(document.activeElement) && document.activeElement?.matches('button');
  const week = takeOver(host, texts, language);
  const press = held.get(host);
  if (press) week.press(press);
  if (isPress) repeatPress(week, event as MouseEvent, onButton);
  else if (hadFocus) week.view.cells[week.state.active]?.focus({ preventScroll: true });
}
