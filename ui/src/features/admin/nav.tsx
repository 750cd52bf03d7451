import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The links to the parts of the admin area. On wide windows they stay below the header, and the part that is being read
 * is marked. If several parts are beside each other, that is the one whose link was pressed, or else the first.
 */
export function AdminNav<Id extends string>({
  parts,
  labelOf,
  onFollow,
}: {
  readonly parts: readonly Id[];
  labelOf(id: Id): string;
  onFollow(id: Id): void;
}) {
  const { t } = useTranslation('admin');
  const [current, setCurrent] = useState<Id>();
  const asked = useRef<Id>(undefined);
  useEffect(() => {
    const inView = new Set<string>();
    const mark = () => {
      const first = parts.find((id) => inView.has(id));
      const wanted = asked.current;
      if (first) setCurrent(wanted && inView.has(wanted) ? wanted : first);
      else if (scrollY === 0) setCurrent(undefined);
    };
    // A line in the upper third of the window: what crosses it is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        mark();
      },
      { rootMargin: '-30% 0px -69% 0px' },
    );
    for (const id of parts) {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
    }
    return () => observer.disconnect();
  }, [parts]);
  const follow = (id: Id) => {
    asked.current = id;
    // At once, as a part at the end of the page cannot reach the line.
    setCurrent(id);
    onFollow(id);
  };
  return (
    <nav className="adm-nav adm-nav-main" aria-label={t('nav.label')}>
      {parts.map((id) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          onClick={() => follow(id)}
        >
          {labelOf(id)}{' '}
        </a>
      ))}
    </nav>
  );
}
