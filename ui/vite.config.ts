import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { fallbackFaces } from './fallback-faces.ts';

const folder = import.meta.dirname;
const source = (name: string) => join(folder, 'src', name);

/** Where the three builds leave their files. */
export const output = {
  client: join(folder, 'dist', 'client'),
  document: join(folder, 'dist', 'document'),
  start: join(folder, 'dist', 'start'),
  server: join(folder, 'dist', 'server'),
};

const shared: InlineConfig = {
  root: folder,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react(), fallbackFaces],
};

/** The app: one entry that only starts when asked, lazy pages and texts, and the whole stylesheet. */
export const clientBuild: InlineConfig = {
  ...shared,
  build: {
    outDir: output.client,
    emptyOutDir: true,
    manifest: 'manifest.json',
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: source('main.tsx'),
        session: source('keep-session.ts'),
        styles: source('styles.css'),
      },
      preserveEntrySignatures: 'exports-only',
      checks: { pluginTimings: false },
    },
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
      output: {
        entryFileNames: 'assets/document-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        minify: true,
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
      input: source('document-start.ts'),
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
    ssr: source('prerender.tsx'),
    rolldownOptions: {
      // One file: a server that is running must not miss a part when the next build replaces them.
      output: { entryFileNames: 'prerender.js', codeSplitting: false },
      // The server holds every text from the start; only the browser fetches them one by one.
      checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    },
  },
};

/** The pages from their sources, inside the development server. */
export const development: InlineConfig = {
  ...shared,
  appType: 'custom',
  optimizeDeps: { entries: ['src/main.tsx'] },
};
