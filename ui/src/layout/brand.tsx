import { Mark } from '../design/index.ts';
import { site } from '../site/site.ts';

/** Mark and name, as a link to the home page. */
export function Brand() {
  return (
    <a className="brand" href="/">
      <Mark />
      <span>{site.name}</span>
    </a>
  );
}
