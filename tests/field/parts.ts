/** A part of `npm run field`: what it shows, with which packages of Debian. */
export interface Part {
  /** The heading of its table in docs/compatibility.md. */
  readonly title: string;
  readonly packages: readonly string[];
  /** The projects of Vitest that it runs; without any, the tests in the folder of its name. */
  readonly projects?: readonly string[];
}

/** The parts by name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  // Each is installed by npm, by the test that runs it.
  clients: { title: 'Clients', packages: [] },
  consumers: { title: 'Compilers, bundlers and test runners', packages: [] },
  databases: {
    title: 'Databases and poolers',
    packages: ['postgresql-15', 'haproxy', 'pgbouncer', 'locales'],
  },
  ear: {
    title: 'Screen reader',
    packages: ['orca', 'chromium', 'xvfb', 'openbox', 'xdotool', 'at-spi2-core', 'dbus-daemon'],
  },
  engines: {
    title: 'Browser engines',
    packages: ['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
    projects: ['chromium', 'firefox', 'webkit'],
  },
  identity: {
    title: 'Identity providers',
    packages: [
      ...['simplesamlphp', 'php-cli', 'php-mbstring', 'php-xml'],
      ...['liblemonldap-ng-portal-perl', 'liblasso-perl', 'starman'],
      // The portal does not start without what its packages recommend.
      ...['libemail-sender-perl', 'libgd-securityimage-perl', 'libimage-magick-perl'],
      ...['libio-string-perl', 'libmime-tools-perl', 'libstring-random-perl', 'libxml-simple-perl'],
      ...['glewlwyd', 'dbconfig-sqlite3', 'libfaketime'],
    ],
  },
  mail: {
    title: 'Mail servers and filters',
    packages: ['postfix', 'postgrey', 'spamassassin'],
  },
  packages: { title: 'Packages', packages: [] },
  proxies: {
    title: 'Proxies',
    packages: [
      ...['apache2', 'caddy', 'haproxy', 'lighttpd', 'lighttpd-mod-openssl', 'nginx'],
      ...['squid-openssl', 'trafficserver', 'varnish'],
    ],
  },
  runtimes: {
    title: 'Runtimes of the core',
    packages: ['chromium', 'firefox-esr', 'libjavascriptcoregtk-4.0-bin'],
  },
  text: {
    title: 'Text browsers',
    packages: ['bsdutils', 'lynx', 'w3m'],
  },
};
