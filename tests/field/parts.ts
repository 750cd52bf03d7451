/** A part of `npm run field`: what it shows, with which packages of Debian, and by which tests. */
export interface Part {
  /** The heading of its table in docs/compatibility.md. */
  readonly title: string;
  readonly packages: readonly string[];
  /** Projects of Vitest; the tests of the folder of its name in tests/field by default. */
  readonly projects?: readonly string[];
}

/** The parts by name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  engines: {
    title: 'Browser engines',
    packages: ['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-liberation'],
    projects: ['chromium', 'firefox', 'webkit'],
  },
  mail: {
    title: 'Mail servers and filters',
    packages: ['postfix', 'postgrey', 'spamassassin'],
  },
};
