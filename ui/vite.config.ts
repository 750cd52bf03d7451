import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { buildTargets } from './site-build/browsers.ts';
import { fallbackFaces } from './site-build/fallback-faces.ts';
import { figureStrokes } from './site-build/figure-strokes.ts';
import { visitorFacts } from './site-build/visitor-facts.ts';

const folder = import.meta.dirname;
const source = (name: string) => join(folder, 'src', name);

/** The output folder of each build. */
export const output = {
  client: join(folder, 'dist', 'client'),
  styles: join(folder, 'dist', 'styles'),
  document: join(folder, 'dist', 'document'),
  start: join(folder, 'dist', 'start'),
  gone: join(folder, 'dist', 'gone'),
  server: join(folder, 'dist', 'server'),
  program: join(folder, '..', 'server', 'dist'),
};

const shared: InlineConfig = {
  root: folder,
  configFile: false,
  // No file of settings gets into what everybody may download. Source: docs/security.md#SC-5.
  envDir: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react(), fallbackFaces, figureStrokes, visitorFacts],
  resolve: {
    // React has had this hook itself since version 18.
    alias: [
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
};

/**
 * Parts of many pages, in the file that starts the app: in files of their own they bring the largest start from 124.8 to
 * 126.0 KB. Source: docs/performance.md#goal-4.
 */
const everywhere = [
  'design/(figure|portrait|rich-text|rows|ruler|section)',
  'features/call-to-action/call-(band|strip)',
  'features/services/picks',
  'i18n/(coach|title-lines)',
];

/** Picture, prices and first steps of the pages that sell: in files of their own they bring it to 125.2 KB. */
const offer = [
  'design/photo-slot',
  'features/price/[\\w-]+',
  'features/services/start-steps',
  'site/portrait',
];

/** Leaves out the router's own parser of queries, as `app/router.tsx` gives it another. */
const ownSearchParser: Plugin = {
  name: 'own-search-parser',
  transform: (_code, id) =>
    id.endsWith('/router-core/dist/esm/searchParams.js')
      ? 'export let defaultParseSearch, defaultStringifySearch, parseSearchWith, stringifySearchWith;'
      : undefined,
};

/** Suppresses the warning about slow plugins on a busy machine. */
const quiet = { bundlerTimings: false };

const modules = (paths: readonly string[]) => new RegExp(`/ui/src/(${paths.join('|')})\\.tsx?$`);

/** Small parts that the largest starts have in common, two in one file: in files of their own they cost 70 bytes each. */
const pairs = [
  {
    name: 'guide-cover',
    test: modules(['design/guide-cover', 'features/testimonials/sample-notice']),
  },
  { name: 'page-head', test: modules(['design/page-head', 'design/chips']) },
];

/**
 * The app: one entry that a function call starts, lazy pages and texts. Built as a library, it omits Vite's preload
 * helper. The start needs one file: each further file costs a request and compresses worse.
 * Source: docs/performance.md#goal-4.
 */
export const clientBuild: InlineConfig = {
  ...shared,
  plugins: [...(shared.plugins ?? []), ownSearchParser],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: output.client,
    target: [...buildTargets],
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    lib: {
      entry: { app: source('app/main.tsx'), session: source('document/session-script.ts') },
      formats: ['es'],
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      checks: quiet,
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        // The app holds each of these names, and a hash does not compress: seven of sixteen digits are enough to differ.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        minify: true,
        comments: false,
        codeSplitting: {
          groups: [
            { name: 'app', test: modules(['app/main', ...everywhere]) },
            { name: 'offer', test: modules(offer) },
            ...pairs,
          ],
        },
      },
    },
  },
};

/** The full style sheet, which the app loads, and the fonts. */
export const stylesBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.styles,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: source('app/styles.css'),
      checks: quiet,
      // Each page names the fonts, and neither a name nor a hash compresses well.
      output: { hashCharacters: 'hex', assetFileNames: 'assets/[hash:7][extname]' },
    },
  },
};

/** The document script, and what it loads later. Built as a library, it omits Vite's preload helper. */
export const documentBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.document,
    target: [...buildTargets],
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    lib: { entry: source('document/index.ts'), formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: false,
      checks: quiet,
      output: {
        entryFileNames: 'assets/document-[hash].js',
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash].js',
        minify: true,
        comments: false,
      },
    },
  },
};

/** The head script, inlined into every page. */
export const startBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.start,
    target: [...buildTargets],
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: source('document/head-script.ts'),
      checks: quiet,
      output: { format: 'iife', entryFileNames: 'start.js' },
    },
  },
};

/** What a page gets in place of a script that is gone: one file, which needs no other. */
export const goneBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.gone,
    target: [...buildTargets],
    emptyOutDir: true,
    modulePreload: false,
    lib: { entry: source('document/gone.ts'), formats: ['es'] },
    rolldownOptions: {
      checks: quiet,
      output: { entryFileNames: 'gone.js', minify: true, comments: false },
    },
  },
};

/** V8 keeps a source in half the memory if it is nothing but ASCII, and texts are not. */
const ascii: Plugin = {
  name: 'ascii',
  // Not while chunks are rendered: what makes them small comes after that, and writes the characters out again.
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk')
        part.code = part.code.replaceAll(
          /[\u0080-\uffff]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
    }
  },
};

/** The prerenderer, which the server runs. */
export const serverBuild: InlineConfig = {
  ...shared,
  // The production build of React, whatever the environment of the server is.
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [...(shared.plugins ?? []), ascii],
  ssr: { noExternal: true },
  build: {
    outDir: output.server,
    emptyOutDir: true,
    minify: true,
    ssr: source('render/prerender.tsx'),
    rolldownOptions: {
      // One file, so that a running server never misses a chunk that the next build replaced.
      // Images have the names that the build of the app gives them.
      output: {
        entryFileNames: 'prerender.js',
        codeSplitting: false,
        hashCharacters: 'hex',
        // The router asks of everything whether it is one, for which Node.js loads its whole HTTP client.
        intro: 'class Response {}',
      },
      // The server loads every text at start; only the browser loads them one by one.
      checks: { ...quiet, ineffectiveDynamicImport: false },
    },
  },
};

/** The programs that the server starts, and the files that it reads, stay where their sources are. */
const whereSourcesAre: Plugin = {
  name: 'where-sources-are',
  transform(code, id) {
    if (!id.endsWith('.ts')) return undefined;
    const url = `new URL(${JSON.stringify(relative(output.program, id))}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', url);
  },
};

/** The server as one program: loading a thousand modules takes most of a start, and a third of the memory at rest. */
export const programBuild: InlineConfig = {
  ...shared,
  root: join(folder, '..'),
  plugins: [whereSourcesAre, ascii],
  ssr: {
    noExternal: true,
    // They come compiled, or are what develops and builds the site.
    external: [
      ...[
        '@node-rs/argon2',
        '@node-rs/bcrypt',
        '@resvg/resvg-js',
        'better-sqlite3',
        'sharp',
        'unpdf',
        'vite',
      ],
      ...['@coachsite/ui/site-build', '@coachsite/ui/site-build/development'],
    ],
  },
  build: {
    outDir: output.program,
    // A running server finds the parts of its own program that it has not loaded yet; `stampProgram` removes old ones.
    emptyOutDir: false,
    ssr: join(folder, '..', 'server', 'src', 'main.ts'),
    rolldownOptions: {
      checks: quiet,
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        minify: { mangle: false, compress: true, codegen: true },
      },
    },
  },
};

/** A document has no modules to replace before its app starts, so any change reloads the page. */
const reloadDocuments: Plugin = {
  name: 'reload-documents',
  hotUpdate({ modules }) {
    const { name, hot } = this.environment;
    if (name === 'client' && modules.length === 0) hot.send({ type: 'full-reload' });
  },
};

/** The development server. */
export const development: InlineConfig = {
  ...shared,
  plugins: [...(shared.plugins ?? []), reloadDocuments],
  appType: 'custom',
  optimizeDeps: { entries: ['src/app/main.tsx'] },
};
