import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { fallbackFaces } from './site-build/fallback-faces.ts';
import { figureStrokes } from './site-build/figure-strokes.ts';

const folder = import.meta.dirname;
const source = (name: string) => join(folder, 'src', name);

/** Where each build leaves its files. */
export const output = {
  client: join(folder, 'dist', 'client'),
  styles: join(folder, 'dist', 'styles'),
  document: join(folder, 'dist', 'document'),
  start: join(folder, 'dist', 'start'),
  server: join(folder, 'dist', 'server'),
};

const shared: InlineConfig = {
  root: folder,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react(), fallbackFaces, figureStrokes],
};

/** Parts that many pages show: a request of its own for each would weigh more than the part. */
const everywhere = [
  'design/(accordion|button|chips|field|figure|icon|lines|notice|page-head|rich-text|rows|ruler|section|tag|tally)',
  'features/call-to-action/call-band',
  'i18n/(format|title-lines)',
];

/** The guide, as home, the shop and its own page offer it. */
const guide = [
  'design/guide-cover',
  'features/guide/(guide-actions|guide-links)',
  'pages/guide-toast',
];

/** The coach's picture, on the pages that show one. */
const picture = ['design/photo-slot', 'site/portrait'];

/** On a busy machine a build would say that it took its time; what it prints is for whoever starts the site. */
const quiet = { bundlerTimings: false };

const modules = (paths: readonly string[]) => new RegExp(`/ui/src/(${paths.join('|')})\\.tsx?$`);

/**
 * The app: one entry that only starts when asked, lazy pages and texts. As a library it comes without Vite's own
 * loader. What the start needs is one file: each further one costs a request, and compresses worse alone.
 * Source: docs/performance.md#goal-4.
 */
export const clientBuild: InlineConfig = {
  ...shared,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: output.client,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    lib: {
      entry: { app: source('app/main.tsx'), session: source('session/keep-session.ts') },
      formats: ['es'],
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      checks: quiet,
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        minify: true,
        comments: false,
        codeSplitting: {
          groups: [
            { name: 'app', test: modules(['app/main', ...everywhere]) },
            { name: 'guide-offer', test: modules(guide) },
            { name: 'picture', test: modules(picture) },
          ],
        },
      },
    },
  },
};

/** The whole stylesheet, which the app brings, and the fonts. */
export const stylesBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.styles,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    rolldownOptions: { input: source('app/styles.css'), checks: quiet },
  },
};

/** The small script of every document, and what it fetches later. As a library it comes without Vite's own loader. */
export const documentBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.document,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    lib: { entry: source('document/index.ts'), formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: false,
      checks: quiet,
      output: {
        entryFileNames: 'assets/document-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        minify: true,
        comments: false,
      },
    },
  },
};

/** The lines that run in the head of every page, written into it. */
export const startBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.start,
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: source('document/head-script.ts'),
      checks: quiet,
      output: { format: 'iife', entryFileNames: 'start.js' },
    },
  },
};

/** What the server runs to write the pages. */
export const serverBuild: InlineConfig = {
  ...shared,
  // The build decides which React writes the pages, not the environment of whoever runs it later.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: output.server,
    emptyOutDir: true,
    ssr: source('render/prerender.tsx'),
    rolldownOptions: {
      // One file: a server that is running must not miss a part when the next build replaces them.
      output: { entryFileNames: 'prerender.js', codeSplitting: false },
      // The server holds every text from the start; only the browser fetches them one by one.
      checks: { ...quiet, ineffectiveDynamicImport: false },
    },
  },
};

/** A page is a document until its app starts: the browser holds nothing that could be replaced, so it reloads. */
const reloadDocuments: Plugin = {
  name: 'reload-documents',
  hotUpdate({ modules }) {
    const { name, hot } = this.environment;
    if (name === 'client' && modules.length === 0) hot.send({ type: 'full-reload' });
  },
};

/** The pages from their sources, inside the development server. */
export const development: InlineConfig = {
  ...shared,
  plugins: [...(shared.plugins ?? []), reloadDocuments],
  appType: 'custom',
  optimizeDeps: { entries: ['src/app/main.tsx'] },
};
