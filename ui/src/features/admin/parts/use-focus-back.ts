import { useEffect, useRef } from 'react';
import { moveFocus } from '../../../design/index.ts';

/** When a list replaces what was opened from it, moves the focus to the button that did that. Source: WCAG 2.2 2.4.3. */
export function useFocusBack(shownId: string | undefined) {
  const before = useRef(shownId);
  useEffect(() => {
    const left = before.current;
    before.current = shownId;
    if (shownId === undefined) moveFocus(document.getElementById(`open-${left}`));
  }, [shownId]);
}
