/** A part of `npm run field`: what it shows, with which packages of Debian; its tests are the folder of its name. */
export interface Part {
  /** The heading of its table in docs/compatibility.md. */
  readonly title: string;
  readonly packages: readonly string[];
}

/** The parts by name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  databases: {
    title: 'Databases and poolers',
    packages: ['postgresql-15', 'haproxy', 'pgbouncer', 'locales'],
  },
  mail: {
    title: 'Mail servers and filters',
    packages: ['postfix', 'postgrey', 'spamassassin'],
  },
  proxies: {
    title: 'Proxies',
    packages: [
      ...['apache2', 'caddy', 'haproxy', 'lighttpd', 'lighttpd-mod-openssl', 'nginx'],
      ...['squid-openssl', 'trafficserver', 'varnish'],
    ],
  },
};
