import { Mark } from '../design/index.ts';
import { useSite } from '../site/site.ts';

/** Mark and name, as a link to the home page. */
export function Brand() {
  const site = useSite();
  return (
    <a className="brand" href="/">
      <Mark />
      <span>{site.name}</span>
    </a>
  );
}
