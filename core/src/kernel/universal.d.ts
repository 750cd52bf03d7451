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

declare const URL: new (
  url: string,
  base?: string,
) => import('../url/url.ts').ParsedUrl & { readonly searchParams: URLSearchParams };
