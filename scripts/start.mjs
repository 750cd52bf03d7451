// `npm start`: guards the version of Node, then builds what is stale and serves.
// A stop during the build ends it; the server takes the signals over once it serves.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(0));
process.argv.splice(2, 0, 'start.ts');
await import('./run.mjs');
