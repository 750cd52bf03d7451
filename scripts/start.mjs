// `npm start`: guards the version of Node, then builds what is stale and serves.
process.argv.splice(2, 0, 'start.ts');
await import('./run.mjs');
