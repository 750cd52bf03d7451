import { classes } from './classes.ts';

const shapes = {
  alert: 'M12 3.5 22 20.5H2ZM12 10v5M12 17.8h.01',
  archive: 'M3 7h18v13H3zM5 3.5h14V7M9.5 11.5h5',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 21h4',
  building: 'M5 21V3.5h14V21M3 21h18M9 8h.01M15 8h.01M9 12h.01M15 12h.01M10.5 21v-4.5h3V21',
  calendar:
    'M4.5 5h15a1 1 0 0 1 1 1v13.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3.5 10h17M8 2.8v4M16 2.8v4',
  check: 'M4 12.5l5.2 5.2L20 6.5',
  clock: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7v5l3.5 2',
  close: 'M5 5l14 14M19 5L5 19',
  copy: 'M9 8h10.5a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM16 8V3.5H3.5V16H8',
  download: 'M12 4v12M6 11l6 6 6-6M4 21h16',
  external: 'M9 5H4v15h15v-5M13 4h7v7M20 4l-9 9',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12ZM14.6 12a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0Z',
  feed: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18.5h.01',
  file: 'M6 2.5h8l5 5V21.5H6v-19ZM14 2.5V8h5',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4v-9Z',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v6M12 7.5h.01',
  instagram:
    'M8.5 4h7A4.5 4.5 0 0 1 20 8.5v7a4.5 4.5 0 0 1-4.5 4.5h-7A4.5 4.5 0 0 1 4 15.5v-7A4.5 4.5 0 0 1 8.5 4ZM15.6 12a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0ZM16.8 7.2h.01',
  key: 'M12.5 14.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM11.5 11 20 3M16.5 6.5l3 3',
  laptop: 'M5 5h14v10H5zM2.5 19h19',
  link: 'M9.5 14.5l5-5M11 6.5l2-2a4.6 4.6 0 0 1 6.5 6.5l-2 2M13 17.5l-2 2A4.6 4.6 0 0 1 4.5 13l2-2',
  lock: 'M6 11h12a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V12a1 1 0 0 1 1-1ZM8 11V8a4 4 0 0 1 8 0v3',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3.5 6.5 12 13l8.5-6.5',
  menu: 'M3 7h18M3 12h13M3 17h8',
  phone:
    'M8.5 2.5h7a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 20V4a1.5 1.5 0 0 1 1.5-1.5ZM11 18h2',
  plus: 'M12 4v16M4 12h16',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.2 10A7.5 7.5 0 0 0 6 7.2M4.8 14A7.5 7.5 0 0 0 18 16.8',
  reply: 'M10 5L4 11l6 6M4 11h9a7 7 0 0 1 7 7v1',
  search: 'M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.5 15.5 21 21',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6L12 3Z',
  'sign-out': 'M10 4H4v16h6M9 12h12M17 8l4 4-4 4',
  sliders: 'M3 6h18M6.5 12h11M10 18h4',
  star: 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.2L12 17.1 6.4 20.2l1.2-6.2L3 9.6l6.3-.8L12 3Z',
  trash: 'M4 6.5h16M9 6V3.5h6V6M6.5 6.5 7.5 21h9l1-14.5',
  undo: 'M9 4L4 9l5 5M4 9h9.5a6 6 0 0 1 0 12H8',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4 20.5c.8-4.3 3.8-6.5 8-6.5s7.2 2.2 8 6.5',
  upload: 'M12 20V8M6 13l6-6 6 6M4 3h16',
} as const;

export type IconName = keyof typeof shapes;

/**
 * A line icon of 24 units, hidden from assistive technology and therefore always beside a text. `go` moves on hover.
 */
export function Icon({
  name,
  go,
  className,
}: {
  name: IconName;
  go?: boolean;
  className?: string;
}) {
  return (
    <svg
      className={classes('icon', go && 'icon-go', className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
