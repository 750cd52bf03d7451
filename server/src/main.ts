// The entry: nothing is imported before signals are handled, as loading the server takes most of a start.
// Until it serves, nothing is under way that a stop must wait for. Source: docs/security.md#DR-6.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
await import('./serve.ts');
