import type { PresetId } from '@coachsite/core/week';
import { element } from './element.ts';
import { type Tool, tools, type WeekState } from './state.ts';
import type { WeekTexts } from './texts.ts';

const presets: readonly PresetId[] = ['office', 'early', 'children'];

/** The tools, and the weeks to start from. */
export function weekTools(state: WeekState, texts: WeekTexts) {
  const choices = new Map<Tool, HTMLInputElement>();
  const group = element('div', {
    class: 'chips',
    role: 'radiogroup',
    'aria-label': texts.tools.label,
  });
  group.append(element('b', { 'aria-hidden': 'true' }, texts.tools.label));
  tools.forEach((tool, index) => {
    const input = element('input', {
      type: 'radio',
      name: 'tool',
      value: tool,
      'aria-keyshortcuts': index + 1,
    });
    input.addEventListener('change', () => state.choose(tool));
    choices.set(tool, input);
    const sample = element('i', { class: tool, 'aria-hidden': 'true' });
    group.append(element('label', {}, input, element('span', {}, sample, texts.tools[tool])));
  });
  const starts = element('div', {
    class: 'starts',
    role: 'group',
    'aria-label': texts.presets.label,
  });
  starts.append(element('b', { 'aria-hidden': 'true' }, texts.presets.label));
  for (const id of presets) {
    const button = element('button', { type: 'button', class: 'link' }, texts.presets[id]);
    button.addEventListener('click', () => state.begin(id));
    starts.append(button);
  }
  const bar = element('div', { class: 'tools' }, group, starts);

  function render() {
    const chosen = choices.get(state.tool);
    if (chosen) chosen.checked = true;
  }
  return { bar, render, focus: () => choices.get(state.tool)?.focus() };
}
