import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Questions that open natively (`<details>`), without any script. `name` makes them exclusive. */
export function Accordion({
  items,
  name,
}: {
  items: readonly { id?: string; question: ReactNode; answer: ReactNode; open?: boolean }[];
  name?: string;
}) {
  return (
    <div className="faq">
      {items.map((item, index) => (
        <details key={item.id ?? index} id={item.id} name={name} open={item.open}>
          <summary>
            {item.question} <Icon name="plus" />
          </summary>
          <div className="a">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}
