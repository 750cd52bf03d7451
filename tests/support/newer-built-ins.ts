import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldestBrowsers } from '#ui/site-build/browsers.ts';
import { installTool } from './npm-folder.ts';

/** What browser-compat-data says of one browser. */
interface SupportStatement {
  readonly version_added: string | false;
  readonly version_removed?: string | false;
  readonly flags?: unknown;
  readonly prefix?: string;
  readonly alternative_name?: string;
}

/** An entry of browser-compat-data, whose other properties are entries too, of its members by name. */
interface Entry {
  readonly __compat?: {
    readonly support: Readonly<Record<string, SupportStatement | readonly SupportStatement[]>>;
  };
}

/** What one of the oldest browsers lacks, by name. */
export interface NewerBuiltIns {
  /** Names of the global object: `Iterator`. */
  readonly globals: ReadonlySet<string>;
  /** Members of a global itself: `Promise.withResolvers`. */
  readonly statics: ReadonlySet<string>;
  /** Members of instances, by their global: `Set.union`. */
  readonly members: ReadonlySet<string>;
  /** Names that only members of instances have that are missing somewhere: `union`. */
  readonly memberNames: ReadonlySet<string>;
  /** Every name of the global object with members of its own: `Math`, `URL`. */
  readonly objects: ReadonlySet<string>;
}

const versionOf = (text: string) => text.replace('≤', '').split('.').map(Number);

/** Whether version `a` comes after `b`. */
function isAfter(a: string, b: string): boolean {
  const [left, right] = [versionOf(a), versionOf(b)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

function hasIt(
  statement: SupportStatement | readonly SupportStatement[] | undefined,
  version: string,
): boolean {
  const all = statement === undefined ? [] : [statement].flat();
  return all.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
      typeof added === 'string' &&
      added !== 'preview' &&
      !flags &&
      !prefix &&
      !other &&
      !isAfter(added, version) &&
      !(typeof removed === 'string' && !isAfter(removed, version)),
  );
}

/** Whether all of the oldest browsers have what an entry describes; one without data counts as there. */
const isEverywhere = ({ __compat: compat }: Entry) =>
  !compat ||
  Object.entries(oldestBrowsers).every(([browser, version]) =>
    hasIt(compat.support[browser], version),
  );

/** Names that begin a description of a detail, such as `options_signal_parameter` or `@@iterator`. */
const isName = (key: string) =>
  /^[A-Za-z]\w*$/.test(key) && !/_(?:parameter|event|support)$/.test(key);

/** Whether a member of a JavaScript built-in is its own or one of its instances; both where this Node.js lacks it. */
function placeOf(name: string, key: string) {
  const known = (globalThis as Record<string, unknown>)[name] as { prototype?: object } | undefined;
  const isStatic = known !== undefined && key in known;
  const isMember = known?.prototype !== undefined && key in known.prototype;
  return isStatic || isMember ? { isStatic, isMember } : { isStatic: true, isMember: true };
}

/** Reads browser-compat-data: JavaScript itself and the interfaces of browsers. */
export function newerBuiltIns(): NewerBuiltIns {
  const globals = new Set<string>();
  const statics = new Set<string>();
  const members = new Set<string>();
  const everywhere = new Set<string>();
  const read = (of: object, isJavaScript: boolean) => {
    for (const [name, entry] of Object.entries(of) as [string, Entry][]) {
      if (!isName(name)) continue;
      if (!isEverywhere(entry)) globals.add(name);
      for (const [key, member] of Object.entries(entry) as [string, Entry][]) {
        const own = key.replace(/_static$/, '');
        if (!isName(own)) continue;
        if (own === name) {
          // Browsers had iterators long before scripts could name them.
          if (isJavaScript && !isEverywhere(member)) globals.add(name);
          continue;
        }
        const { isStatic, isMember } = isJavaScript
          ? placeOf(name, own)
          : { isStatic: own !== key, isMember: own === key };
        if (isEverywhere(member)) {
          if (isMember) everywhere.add(own);
          continue;
        }
        if (isStatic) statics.add(`${name}.${own}`);
        if (isMember) members.add(`${name}.${own}`);
      }
    }
  };
  const file = join(installTool('browser-data').packages, '@mdn/browser-compat-data/data.json');
  const { api, javascript } = JSON.parse(readFileSync(file, 'utf8'));
  const { builtins } = javascript;
  read(builtins, true);
  read(builtins.Intl, false);
  read(api, false);
  for (const name of Object.keys(api.Window)) if (members.has(`Window.${name}`)) globals.add(name);
  const memberNames = new Set(
    [...members]
      .map((path) => path.slice(path.indexOf('.') + 1))
      .filter((name) => !everywhere.has(name)),
  );
  const objects = new Set([...Object.keys(builtins), ...Object.keys(api)]);
  return { globals, statics, members, memberNames, objects };
}
