import { Fragment } from 'react';
import { Words } from './stretch-title.tsx';

/** A heading over several lines of one width, with a break between them. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 ? <br /> : null}
      <Words text={line} />
    </Fragment>
  ));
}
