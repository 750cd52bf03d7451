/** The two globals of every JavaScript runtime that the core uses. */
declare class URLSearchParams {
  set(name: string, value: string): void;
  constructor(init?: string);
  get(name: string): string | null;
  has(name: string): boolean;
  delete(name: string): void;
  keys(): IterableIterator<string>;
  toString(): string;
}

declare class URL {
  constructor(url: string, base?: string);
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  readonly href: string;
  readonly searchParams: URLSearchParams;
}
