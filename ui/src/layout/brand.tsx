import { Mark } from '../design/index.ts';
import { site } from '../site/site.ts';

/** Mark and name; leads home. */
export function Brand() {
  return (
    <a className="brand" href="/">
      <Mark />
      <span>{site.name}</span>
    </a>
  );
}
