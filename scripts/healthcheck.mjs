// For container engines: ends with 0 when the server of this machine is ready, with 1 when it is not.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const isReady = await fetch(url).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
